//! Likely invariants: what was always true at the entry and exit of each method, and of objects between calls.
//!
//! **Takes** method executions ([`Observation`]): states of receiver, arguments and result at both ends.
//! **Gives** what no execution contradicts and what is unlikely to hold by accident ([`Inference`], [`Report`]): [`Claim`]s that can be
//! printed, and asked of further executions ([`Claim::holds`]).
//! **Does not know** where executions come from, or what the answers are good for.
//!
//! After Ernst et al., "Dynamically discovering likely program invariants to support program evolution" (Daikon). `docs/invariants.md` has
//! the variables, the templates, when a claim is believed, and what is left out because it follows from something else.

mod claim;
mod distance;
mod engine;
mod families;
mod inference;
mod point;
mod reduce;
mod repeats;
mod suppress;
mod templates;
mod text;
mod value;
mod variable;

pub use claim::{Claim, Condition, Relation, Sample, Test};
pub use inference::{Inference, PointReport, Report, Settings};
pub use point::{ByName, End, Method, Moment, Observation, Point, Values};
pub use reduce::{Confidence, FEWEST_SAMPLES};
pub use suppress::gives;
pub use templates::{TEMPLATES, Templates, UnknownTemplate};
pub use text::Language;
pub use value::{Datum, Name, Value};
