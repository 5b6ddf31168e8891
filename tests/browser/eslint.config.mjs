// How ESLint checks the page's scripts. They run as they are, without a build, and share one global
// object. The year is that of the oldest supported browsers.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["site/theme/js/**/*.js", "tests/support/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "script", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "max-len": ["error", 100],
      "max-statements-per-line": "error",
      "no-control-regex": "off", // deck files are tested for such characters
      "no-nested-ternary": "error",
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-arrow-callback": "error",
      "prefer-const": "error",
    },
  },
  { // one format, so a script can be read next to its Python module
    files: ["site/theme/js/engine/*.js"],
    rules: {
      "comma-dangle": "error",
      "one-var": ["error", "never"],
      "operator-linebreak": ["error", "before", { overrides: { "=": "after" } }],
    },
  },
  {
    // Parts of one script, which use each other's declarations
    files: ["site/theme/js/worker/*.js"],
    languageOptions: { globals: globals.serviceworker },
    rules: { "no-unused-vars": ["error", { vars: "local" }] },
  },
  { files: ["tests/support/*.js"], languageOptions: { globals: { ...globals.node, Rulings: "readonly" } } },
];
