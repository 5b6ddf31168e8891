// The pages are meant for browsers since the spring of 2024: Chrome and Edge 123, Firefox 125, Safari 17.5 (ECMAScript 2023,
// `light-dark()`, `popover`).
//
// The types of what the scripts of the pages share as `window.Rulings`, for `tsc --checkJs`. Each script adds its part.

type Id = string;

/** A position in the knowledge base's list of cards or rulings. */
type Position = number;

interface CardRow { id: Id; title: string; side: string; type: string; keywords: string[]; points: number; position: Position }
interface CardCount { card: CardRow; count: number }

/** A ruling as decks and practice show it; `subject`: the position of a card, or a topic. */
interface RulingRow {
  id: Id; url: string; errata: boolean; subject: Position | { id: Id; title: string }; mentions: Position[];
  question: string; status_mark: string; html: string; steps: number[];
  position: Position; ofCard: boolean; title: string; named: Set<Position>;
}
interface InheritedGroup { from: string; see: boolean; about: string; rulings: RulingRow[] }

/** `linkedCardData` in `card-data.js`. */
interface CardData {
  cards: CardRow[]; rulings: RulingRow[]; own: RulingRow[][]; mentioned: RulingRow[][]; inherited: InheritedGroup[][];
  cardNames: any; steps: { number: number; text: string; url: string }[];
  construction: any[]; quiz: { ruling: Position; question: string }[];
}

/** The state of a walk through the run chart: see `run-chart-steps.js`. */
interface WalkPosition { step: any; decision: any; end: string | null }

/** A document of the search: see `engine/index.js`. */
type SearchDocument = any;
type Index = any;
interface Hit { id?: Id; doc: SearchDocument; date?: string; natures?: string[]; alsoUnder?: SearchDocument[]; passage?: string; features?: any; fragment?: string; status?: string; supersededBy?: number[]; otherWords?: string | null }
type Children = (Node | string | null | undefined | false)[];

interface Rulings {
  // words.js
  count?(number: number, singular: string, plural?: string): string;
  capitalized?(words: string): string;
  dateInWords?(date: string): string;
  // frame.js
  base?: string;
  assets?: string;
  fromDisk?: boolean;
  address?(path: string): string;
  say?(message: string, visible?: boolean): void;
  loadScript?(src: string): Promise<void>;
  element?(name: string, attributes?: object, ...children: Children): any;
  link?(path: string, words: string): HTMLAnchorElement;
  button?(attributes: object, words: string, action: (event: Event) => unknown): HTMLButtonElement;
  isShortcut?(event: KeyboardEvent): boolean;
  searchEngine?(): Promise<any>;
  remembered?(name: string, storage?: "localStorage" | "sessionStorage"): string | null;
  remember?(name: string, text: string | null, storage?: "localStorage" | "sessionStorage"): boolean;
  decoded?(part: string): string;
  normalizeAddresses?(root: ParentNode): void;
  // made by the build
  constants?: any;
  searchData?: any;
  cardData?: any;
  // engine/
  engine?: any;
  names?: any;
  passages?: any;
  // facets.js, hits.js
  facets?<T>(valuesOf: Record<string, (item: T) => string[]>): {
    chosen: Map<string, string>; choose(key: string, value: string | undefined): void;
    read(parameters: URLSearchParams, items?: T[]): void;
    passes(item: T, except?: string): boolean; counts(items: T[], key: string): Map<string, number>;
  };
  hits?: {
    NATURE_NAMES: Record<string, string>; path(doc: SearchDocument, fragment?: string): string;
    hitParts(index: any, hit: Hit, stems: Map<string, number>, length?: number): (Node | string)[];
    shortReading(index: any, results: any): string; pathOfName(engine: any, name: string, near?: boolean): string | undefined;
  };
  // card-data.js
  linkedCardData?(data: any): Promise<CardData>;
  loadCardData?(): Promise<CardData>;
  rulingElement?(ruling: RulingRow, options?: { level?: number; withSubject?: boolean; withQuestion?: boolean }): Element;
  deckAddress?: {
    encode(cards: CardCount[]): string;
    decode(data: CardData, hash?: string): { ours: Map<Position, number> | null; theirs: Map<Position, number> | null };
  };
  // deck-reading.js, deck-sheet.js
  deckReading?: { read(text: string): any; replaceName(text: string, number: number, name: string, title: string): string | null; match(data: CardData, list: any): any };
  deckSheet?: { resolveDeck(data: CardData, list: any): any; makeSheet(data: CardData, deck: any, against: any): any };
  // leitner.js, run-chart-steps.js
  leitner?: any;
  runChart?(steps: any[]): {
    follow(position: WalkPosition, letter: string): WalkPosition | null;
    walk(typed: string): { path: { from: WalkPosition; letter: string }[]; position: WalkPosition; letters: string };
  };
}

interface Window { Rulings: Rulings }

// The scripts know what they select: any kind of element of the page.
interface ParentNode { querySelector(selectors: string): any; querySelectorAll(selectors: string): NodeListOf<any> }
interface Document { getElementById(id: string): any }
interface Element { closest(selectors: string): any }
interface EventTarget { closest(selectors: string): any }
