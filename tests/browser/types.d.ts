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
  quiz: { ruling: Position; question: string }[];
}

/** The state of a walk through the run chart: see `run-chart-steps.js`. */
interface WalkPosition { step: any; decision: any; end: string | null }

/** The number of a document of the search: its position in `SearchData.documents`. */
type DocumentNumber = number;
/** Ascending numbers, each written as the difference to the one before it. */
type Steps = string;
type Kind = "ruling" | "section" | "step" | "card" | "topic" | "keyword" | "authority" | "page";
/**
 * Of a remark: its relation, its line, why or what decides, what to follow and, in a section, the lines that it is about,
 * and those whole.
 */
type RemarkRow = [string, string, string, DocumentNumber | null, number[]?, number[]?];

/** A document of the search as `_documents` in `site/search_data.py` writes it, which has a column for each key. */
interface DocumentRow {
  kind: Kind; id: Id; title: string; sourceId: Id; source: string; sourceTitle: string; sourceStanding: string;
  game: string; text: string; lines: number[] | null; fragment: string; path: string; question: string;
  extraWords: string; citedWords: string; authority: string; venue: string; said: string; dates: string[]; status: string;
  remarks: RemarkRow[] | null; alsoUnder: DocumentNumber[]; is: string[]; about: [DocumentNumber, number][];
  count: number | null; line: string; prior: number; boost: number;
  side: string[] | null; type: string[] | null; set: string[] | null; keyword: string[] | null;
}

interface SearchField {
  name: string; kind: "name" | "value" | "number" | "date"; aliases: string[]; value_aliases: [string, string][]; by_word: boolean;
  valueAliases?: Map<string, string>;
}

/** `Rulings.searchData`, which `page_data` in `site/search_data.py` writes and `engine/index.js` reads. */
interface SearchData {
  weights: Record<string, number> & { nature: Record<string, number>; confidence: Record<string, number> };
  analyzer: { contractions: Record<string, string>; forms: Record<string, string[]> };
  synonyms: Record<string, [string, number][]>;
  card_names: { confidences: Record<string, number>; printed: Record<string, string> };
  name_table: NameData;
  names: Record<string, DocumentNumber[]>;
  authority_names: Record<string, string>;
  sources: Record<string, string>;
  contrary: Record<string, DocumentNumber[]>;
  rulebook: { topics: Record<string, string>; beside: string[] };
  values: {
    names: Record<string, [string, "always" | "usual" | "ordinary"]>; pattern: string; timed: string;
    months_of: Record<string, [number, number]>; numbers: Record<string, string>;
    words: Record<"asking" | "ruling" | "list" | "defining", string[]>;
  };
  other_game: Record<"titles" | "whole_titles" | "terms", string[]>;
  fields: SearchField[];
  documents: { [Key in keyof DocumentRow]: DocumentRow[Key][] };
  terms: Record<string, Record<string, Steps>>;
  stems: string;
  frequencies: number[];
  questions: string;
  owners: DocumentNumber[][];
}

/** A document of the search, with what `engine/index.js` adds. */
interface SearchDocument extends DocumentRow {
  number: DocumentNumber;
  values: Partial<Record<"is" | "side" | "type" | "set" | "keyword", string[]>>; // of an entry; of a card, and its rulings
  subject?: SearchDocument; // of a ruling
  whole?: SearchDocument; // of a statement: its section
  statement?: number; // the number of a statement in its section
}

interface Analyzer {
  words(text: string): string[]; stem(word: string): string; uninflected(word: string): string;
  fieldTerm(value: string): string; stems(text: string): string[];
}
/** See `name_table` in `site/search_data.py`. */
interface NameData {
  things: (number | [string, Id, string])[]; aliases: Record<string, Position | Position[]>;
  spellings: Record<string, Position | Position[]>; words: Record<string, Position | Position[]>; common: string[];
}
/** A document of the search, a card of a page, or another thing that has a name. */
type Named = any;
interface Meaning { how: string; things: Named[]; near: Named[]; only: Named | null; isExact: boolean }
interface Span { start: number; stop: number; cards: Named[]; how: string; confidence: number }
interface NameTable {
  things: Named[]; titles: Map<string, Position[]>; aliases: Map<string, Position[]>; words: Map<string, Position[]>;
  meaning(typed: string, kinds: string[], typos?: boolean): Meaning; exact(name: string, kinds?: string[]): Meaning;
  spans(words: string[], isKnown: (word: string) => boolean, confidence: (name: string) => number): Span[];
}
/** The words of a query from `start` up to `stop` (excluded), and the cards they may mean. */
interface CardMention {
  start: number; stop: number; cards: DocumentNumber[]; confidence: number; typed: string; how?: string;
}
/** What a query asks for: see `Expansion` in `search/ranking.py`. */
interface Expansion {
  words: string[]; concepts: { word: string; terms: Map<string, number>; weight: number }[]; mentions: CardMention[];
  unknown: string[]; corrected: Map<string, string>; sources: Set<string>; idle: Set<number>; asking: string[];
  content: string[];
}
interface Scored { number: DocumentNumber; score: number; coverage?: number; isNamed?: boolean; statements: number[] }
/** Documents that meet a condition; `holds`: whether one citation (names, date, official, date in print) does, if one alone can. */
type Condition = Set<DocumentNumber> & { holds?(citation: string[]): boolean };
/** See `Query` in `search/query.py`. */
interface Query {
  text: string; fallbackText: string; condition: Condition | null; fieldCondition: Condition | null;
  hasOptionalWords: boolean; hasOperators: boolean; patterns: string[][]; cards: DocumentNumber[];
  numbers: DocumentNumber[]; notes: string[]; values: ValuesRead; fields: Map<string, Condition>;
}
/** The index in `engine/index.js`: what `search/index.py` has. */
interface Index {
  weights: SearchData["weights"]; analyzer: Analyzer; synonyms: Map<string, [string, number][]>;
  names: Map<string, DocumentNumber[]>; authorityNames: Map<string, string>; sources: [string, string][];
  fields: SearchField[]; fieldsByName: Map<string, SearchField>; docs: SearchDocument[]; owners: DocumentNumber[][];
  contrary: Record<string, DocumentNumber[]>;
  questionWeights: number[]; stemsByFrequency: string[]; wordsByFrequency: string[];
  cardNames: { confidences: Map<string, number>; printed: [string, string][] };
  nameTable: NameTable; otherGame: Record<"titles" | "wholeTitles" | "terms", Map<string, string>>;
  numberOf(id: Id, kinds?: string[]): DocumentNumber | undefined; isEntry(number: DocumentNumber): boolean;
  isPrinted(word: string): boolean;
  frequency(stem: string): number; idf(frequency: number): number;
  postings(stem: string): { entries: [DocumentNumber, number][]; questions: number[] };
  printed(word: string): DocumentNumber[]; namedWith(stem: string): DocumentNumber[];
  about(card: DocumentNumber): Map<DocumentNumber, number>; lexicon(field: string): string[];
  term(field: string, value: string): Condition; phrase(words: string[], most?: number): Condition;
}
interface ValuesRead { text: string; notes: string[]; order: string; person: string; fields: string[] }
interface SearchOptions { limit?: number | null; byDate?: boolean; typing?: boolean } // `typing`: of the last word
/** What is shown of a document: see `Hit` in `search/results.py`. */
interface Hit {
  doc: SearchDocument; id?: Id; score?: number; isNamed?: boolean; date?: string | null;
  natures?: string[]; alsoUnder?: SearchDocument[]; passage?: string; fragment?: string; status?: string;
  remarks?: RemarkRow[];
}
/** `stems`: those to mark in a hit, with weights; only if something was found. */
interface Results {
  typed: string; expansion: Expansion; total: number; counts: Record<string, number>; notes: string[];
  explanation: string[]; nearest: SearchDocument[]; all: Hit[]; hits: Hit[]; confidence: "high" | "low";
  stems?: Map<string, number>;
}
interface Engine {
  index: Index; search(typed: string, options?: SearchOptions): Results; withName(typed: string): SearchDocument[];
  namesLike(typed: string, allowTypos?: boolean): SearchDocument[];
}
type Children = (Node | string | null | undefined | false)[];

interface Rulings {
  // words.js
  count?(number: number, singular: string, plural?: string): string;
  capitalized?(words: string): string;
  dateInWords?(date: string): string;
  // frame.js
  base?: string;
  address?(path: string): string;
  say?(message: string, visible?: boolean): void;
  load?<T>(name: string, ready: () => T | Promise<T>): Promise<T>;
  element?(name: string, attributes?: object, ...children: Children): any;
  link?(path: string, words: string): HTMLAnchorElement;
  button?(attributes: object, words: string, action: (event: Event) => unknown): HTMLButtonElement;
  searchEngine?(): Promise<Engine>;
  cleaned?(part: string): string;
  decoded?(part: string): string;
  loadingFailed?(): Promise<(Node | string)[]>;
  normalizeAddresses?(root: ParentNode): void;
  // made by the build
  constants?: any;
  searchData?: SearchData;
  cardData?: any;
  // engine/
  analysis?: { analyzer(contractions: Record<string, string>, forms: Record<string, string[]>): Analyzer; toAscii(text: string): string };
  editDistance?: {
    squeeze(name: string): string; maxEdits(length: number): number; distance(a: string, b: string, limit: number): number;
    corrections(typed: string, known: string[]): string[];
    plausibleEdits(a: string, b: string, extra?: number): number; similarity(a: string, b: string): number;
    wordsCouldBeTypos(typed: string, name: string): boolean;
    intendedWord(word: string, vocabulary: string[]): string | null;
  };
  names?: {
    fold(typed: string): string; withoutAccents(typed: string): string; singular(word: string): string;
    Names: new (data: NameData, known: Named[]) => NameTable;
  };
  passages?: {
    UNHIGHLIGHTED_WORDS: Set<string>; passage(lines: string[], numbers: number[]): string;
    status(lines: string[], remarks: RemarkRow[], numbers: number[]): Pick<Hit, "status" | "remarks">;
    wordSpans(analyzer: Analyzer, text: string, stems: Map<string, number> | Set<string>): [number, number][];
  };
  index?: { build(data: SearchData, pause?: () => Promise<void>): Promise<Index> };
  values?: {
    dateRange(text: string): string[] | null; dayAfter(iso: string, days?: number): string;
    isShort(text: string): boolean; pattern(source: string, flags?: string): RegExp;
    read(index: Index, typed: string, keeps?: boolean): ValuesRead;
  };
  query?: { citedDates(index: Index, query: Query): Map<DocumentNumber, string[]>;
    parse(index: Index, typed: string, keepsNamed?: boolean): Query; truncate(text: string, length: number): string };
  ranking?: {
    expand(index: Index, text: string, patterns: string[][], typing?: boolean): Expansion;
    hasFewWordsBesideNames(expansion: Expansion): boolean;
    sureCards(expansion: Expansion): DocumentNumber[];
    twoCards(expansion: Expansion): DocumentNumber[] | null;
    rank(
      index: Index, expansion: Expansion, cards: DocumentNumber[], passing: Condition | null, onlyNames: boolean
    ): { ranked: Scored[]; unanswered: number };
  };
  engine?: {
    jointRulings(index: Index, cards: DocumentNumber[]): SearchDocument[];
    open(data: SearchData, pause?: () => Promise<void>): Promise<Engine>;
  };
  // hits.js
  hits?: {
    DOUBT: string; NATURE_NAMES: Record<string, string>; path(doc: SearchDocument, fragment?: string): string;
    followed(index: Index, hit: Hit): SearchDocument[];
    hitParts(index: Index, hit: Hit, stems: Map<string, number>, above: Set<DocumentNumber>): (Node | string)[];
    briefParts(index: Index, hit: Hit, stems: Map<string, number>): (Node | string)[];
    shortReading(index: Index, results: Results): string;
    namedDocs(engine: Engine, results: Results): SearchDocument[]; pathOfName(engine: Engine, typed: string): string | undefined;
  };
  // card-data.js
  linkedCardData?(data: any): CardData;
  loadCardData?(): Promise<CardData>;
  rulingElement?(ruling: RulingRow, options?: { level?: number; withSubject?: boolean; withQuestion?: boolean }): Element;
  deckAddress?: {
    encode(cards: CardCount[]): string;
    decode(data: CardData, hash?: string): { ours: Map<Position, number> | null; theirs: Map<Position, number> | null };
  };
  // deck-reading.js, deck-sheet.js
  deckReading?: { read(text: string): any; replaceLine(list: string, number: number, text: string, count: number, title: string): string | null; match(data: CardData, list: any): any };
  deckSheet?: { resolveDeck(data: CardData, list: any): any; makeSheet(data: CardData, deck: any, against: any): any };
  // run-chart-steps.js
  runChart?(steps: any[]): {
    follow(position: WalkPosition, letter: string): WalkPosition | null;
    walk(typed: string): { path: { from: WalkPosition; letter: string }[]; position: WalkPosition; letters: string };
  };
}

interface Window { Rulings: Rulings; scheduler?: { yield?(): Promise<void> } }

// The scripts know what they select: any kind of element of the page.
interface ParentNode { querySelector(selectors: string): any; querySelectorAll(selectors: string): NodeListOf<any> }
interface Document { getElementById(id: string): any }
interface Element { closest(selectors: string): any }
interface EventTarget { closest(selectors: string): any }
