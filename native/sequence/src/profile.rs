//! Abstract object profiles (the paper's section 3.1.2), as one run says them and another understands them.

use serde::{Deserialize, Serialize};

/// The abstract values of an object's fields, packed: of a number its sign, of a reference whether it is null, and so on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// Which layout says what the bits mean.
    pub layout: LayoutId,
    /// The bits, as `palus_trace::Profile` has them.
    pub bits: u64,
}

/// Which bits belong to which field, by a fixed hash of it: the same in each run, and for different versions of a class different.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct LayoutId(pub u64);
