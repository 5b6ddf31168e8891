// How stylelint checks the stylesheets: the standard rules, except those about line breaks.
export default {
  extends: "stylelint-config-standard",
  rules: {
    "at-rule-empty-line-before": null,
    "comment-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "rule-empty-line-before": null,
    "declaration-block-single-line-max-declarations": null,
    "declaration-property-value-no-unknown": [true, { ignoreProperties: { content: "/^target-counter|leader/" } }],
    "media-feature-range-notation": "prefix", // Safari supports the other notation since 16.4
    "no-descending-specificity": null, // links of one part of a page come before those of another
    "property-no-vendor-prefix": [true, { ignoreProperties: ["text-size-adjust", "user-select"] }], // for Safari
    "selector-pseudo-class-no-unknown": [true, { ignorePseudoClasses: ["target-current"] }],
    "value-keyword-case": ["lower", { ignoreProperties: ["/^--/"] }], // names of fonts
  },
};
