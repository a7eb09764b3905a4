//! The layout of buffers and records: the contract with the hook class `org.palus.hook.Trace`.
//!
//! A buffer starts with a header of [`HEADER_BYTES`]: the absolute address of the next free byte at
//! [`POSITION_OFFSET`], the absolute end at [`LIMIT_OFFSET`] (both `u64`) and the thread's depth of frames at
//! [`DEPTH_OFFSET`] (`u32`). Records of [`RECORD_BYTES`], little-endian, fill the rest:
//!
//! ```text
//! +0 u8 kind   +1 u8 tag   +2 u16 position   +4 u32 depth   +8 u32 method   +12 u32 class   +16 u64 value   +24 u64 extra
//! ```
//!
//! A text follows its record in as many whole slots of the size of a record as it needs, UTF-16LE, padded with zeros;
//! `extra` holds the number of units kept, at most [`TEXT_UNITS`] (256 of an element of an array), and `value` the true length (for an enum constant:
//! its ordinal). The first elements of an array follow its record in the same way: primitives packed as Java lays them
//! out, anything else as one nested record each; `extra` holds the array's length in its lower half, above it how many
//! elements are kept ([`ARRAY_KEPT_SHIFT`]), what they are ([`ARRAY_COMPONENT_SHIFT`]) and whether the array holds a null
//! ([`ARRAY_HAS_NULL`]). The `extra` of an object is its [`crate::Profile`].

/// The size of a record, and of a slot of text.
pub const RECORD_BYTES: usize = 32;
/// The size of the header at the start of a buffer.
pub const HEADER_BYTES: usize = 64;
/// The size of a buffer, header included.
pub const BUFFER_BYTES: usize = 65_536;
/// Where in the header the address of the next free byte is.
pub const POSITION_OFFSET: usize = 0;
/// Where in the header the address behind the last byte is.
pub const LIMIT_OFFSET: usize = 8;
/// Where in the header the thread's current depth of frames is.
pub const DEPTH_OFFSET: usize = 16;
/// The most UTF-16 units that are kept of a text.
pub const TEXT_UNITS: usize = 4_096;
/// The most elements that are kept of an array of primitives.
pub const PRIMITIVE_ELEMENTS: usize = 64;
/// The most elements that are kept of an array of boxes, strings, enum constants or classes.
pub const REFERENCE_ELEMENTS: usize = 16;
/// Where in the `extra` of an array the number of elements kept is: 16 bits.
pub const ARRAY_KEPT_SHIFT: u32 = 32;
/// Where in the `extra` of an array it says what its elements are: 8 bits, the tag of a primitive, or
/// [`tag::OBJECT`] for nested records.
pub const ARRAY_COMPONENT_SHIFT: u32 = 48;
/// The bit in the `extra` of an array that says that one of its elements is null.
pub const ARRAY_HAS_NULL: u64 = 1 << 56;

/// What a record says: the byte at 0.
pub mod kind {
    /// A call starts: method, depth; tag, class and value are the receiver's.
    pub const ENTER: u8 = 1;
    /// An argument of the call whose record came before: position from 1; tag, class and value.
    pub const ARGUMENT: u8 = 2;
    /// `this` of a constructor became an object: method, depth, class, value is the object.
    pub const INITIALISED: u8 = 3;
    /// A call returned: method, depth; tag, class and value are the result's.
    pub const EXIT: u8 = 4;
    /// A call threw: method, depth; class and value are the throwable's.
    pub const THROW: u8 = 5;
    /// A constructor goes on in one of its handlers before `super(...)`: method, depth.
    pub const CAUGHT: u8 = 6;
    /// The object in value was collected.
    pub const DEAD: u8 = 7;
    /// A test starts (position 1) or ends (position 0) in this thread: method.
    pub const TEST: u8 = 8;
    /// A call of a collaborator returned: method. A record of an argument follows for each of its arguments, and one of position 0 for
    /// what it answered.
    pub const ASKED: u8 = 9;
}

/// What kind of value a record holds: the byte at 1.
#[expect(missing_docs, reason = "the names are Java's own, or explained at `Seen`")]
pub mod tag {
    pub const NONE: u8 = 0;
    pub const NULL: u8 = 1;
    pub const BOOLEAN: u8 = 2;
    pub const BYTE: u8 = 3;
    pub const CHAR: u8 = 4;
    pub const SHORT: u8 = 5;
    pub const INT: u8 = 6;
    pub const LONG: u8 = 7;
    pub const FLOAT: u8 = 8;
    pub const DOUBLE: u8 = 9;
    /// What is added to the tag of a primitive for its box.
    pub const BOXED: u8 = 8;
    /// The first tag of a box.
    pub const FIRST_BOX: u8 = BOOLEAN + BOXED;
    pub const STRING: u8 = 18;
    pub const ENUM: u8 = 19;
    pub const CLASS: u8 = 20;
    pub const OBJECT: u8 = 21;
    pub const ARRAY: u8 = 22;
    pub const UNINITIALISED: u8 = 23;
}
