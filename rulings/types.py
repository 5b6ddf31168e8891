"""The public types that `rulings` itself does not name: the parts of its entities and
results, for annotations.
"""

# ruff: noqa: I001 - one import for each module; isort would write one for each name
from rulings.deck.decklist import (
    DeckCard as DeckCard,
    DeckSide as DeckSide,
    ReadAs as ReadAs,
    Unread as Unread,
)
from rulings.deck.sheet import (
    Pair as Pair,
    SheetCard as SheetCard,
)
from rulings.model.entities import (
    AnyEntry as AnyEntry,
    ApplicableTopic as ApplicableTopic,
    AppliedRuling as AppliedRuling,
    Branch as Branch,
    CardFacts as CardFacts,
    Council as Council,
    Decision as Decision,
    Entity as Entity,
    Entry as Entry,
    Inheritance as Inheritance,
    Ledger as Ledger,
    Mention as Mention,
    Opposite as Opposite,
    PrintedNumber as PrintedNumber,
    Quotation as Quotation,
    Restoration as Restoration,
    Reversal as Reversal,
    SourceLines as SourceLines,
    Table as Table,
    TermOfOffice as TermOfOffice,
)
from rulings.model.records import (
    Record as Record,
)
from rulings.model.remarks import (
    Link as Link,
    Verbosity as Verbosity,
    Wording as Wording,
)
from rulings.model.subject_pages import (
    AuthorityPage as AuthorityPage,
    CardPage as CardPage,
    KeywordPage as KeywordPage,
    StepPage as StepPage,
    TopicPage as TopicPage,
)
from rulings.search.search_documents import (
    NamedPage as NamedPage,
)
