//! Exact values of Xiangqi endgames from tables of Canju, by `include/canju.h`.
//!
//! ```no_run
//! let tables = canju::Tables::open("/path/to/data", "asian/dtc")?;
//! let position: canju::Position = "9/3k5/2N6/9/4p4/9/9/4K4/9/9 w".parse()?;
//! println!("{:?}", tables.probe(&position)?);
//! # Ok::<(), canju::Error>(())
//! ```

use std::ffi::{CStr, CString};
use std::fmt;
use std::os::raw::{c_char, c_int, c_uint, c_void};
use std::str::FromStr;

/// What canju.h says went wrong: its number, such as -1 for a missing table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error(pub i32);

impl Error {
    /// There is no table for these men, or for what a move leads to.
    pub const MISSING: Error = Error(-1);
    /// A file is not what was written.
    pub const DAMAGED: Error = Error(-2);
    /// The position cannot occur in a game, or the text is no position.
    pub const ILLEGAL: Error = Error(-4);
    /// A call that makes no sense.
    pub const ARGUMENT: Error = Error(-9);
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(
            unsafe { CStr::from_ptr(canju_strerror(self.0)) }
                .to_str()
                .unwrap_or("an error"),
        )
    }
}

impl std::error::Error for Error {}

fn check(code: c_int) -> Result<c_int, Error> {
    if code < 0 {
        Err(Error(code))
    } else {
        Ok(code)
    }
}

/// Squares are rank * 9 + file from Red's left, men 1 to 7 are Red's chariot, horse, cannon, soldier, advisor, elephant and king,
/// the same + 8 are Black's, 0 is nobody. Read from a FEN by `parse`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub board: [u8; 90],
    pub red_to_move: bool,
}

impl FromStr for Position {
    type Err = Error;

    fn from_str(fen: &str) -> Result<Position, Error> {
        let fen = CString::new(fen).map_err(|_| Error::ILLEGAL)?;
        let (mut board, mut red) = ([0; 90], 0);
        check(unsafe { canju_parse_fen(fen.as_ptr(), board.as_mut_ptr(), &mut red) })?;
        Ok(Position {
            board,
            red_to_move: red != 0,
        })
    }
}

/// A flag of values under the Chinese rules: another reading of what counts as a chase may give something else.
pub const DEPENDS: u16 = 1;

/// For the side to move: outcome 1, 0 or -1; kind 0 drawn, 1 by conversion, 2 by perpetual check, 3 by perpetual chase, under the Chinese
/// rules 4 by perpetual attack or 5 by a weak one; flags [`DEPENDS`] or 0; the distance in plies.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    pub outcome: i8,
    pub kind: u8,
    pub flags: u16,
    pub order: u16,
    pub distance: u16,
}

/// A legal move. `best` is not 0 where nothing keeps more, wins sooner or loses later; `after` is for the opponent.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Move {
    pub from: u8,
    pub to: u8,
    pub capture: u8,
    pub best: u8,
    pub rank: i32,
    pub after: Value,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let file = |square: u8| (b'a' + square % 9) as char;
        write!(
            f,
            "{}{}{}{}",
            file(self.from),
            self.from / 9,
            file(self.to),
            self.to / 9
        )
    }
}

#[repr(C)]
struct Options {
    cache_bytes: usize,
    flags: c_uint,
    decode: *const c_void,
    context: *mut c_void,
}

#[repr(C)]
struct Raw([u8; 0]);

extern "C" {
    fn canju_strerror(error: c_int) -> *const c_char;
    fn canju_open(
        to: *mut *mut Raw,
        folders: *const c_char,
        collection: *const c_char,
        options: *const Options,
    ) -> c_int;
    fn canju_close(tables: *mut Raw);
    fn canju_probe(
        tables: *mut Raw,
        board: *const u8,
        red: c_int,
        flags: c_uint,
        value: *mut Value,
    ) -> c_int;
    fn canju_probe_outcome(
        tables: *mut Raw,
        board: *const u8,
        red: c_int,
        flags: c_uint,
        value: *mut Value,
    ) -> c_int;
    fn canju_probe_root(tables: *mut Raw, board: *const u8, red: c_int, moves: *mut Move) -> c_int;
    fn canju_parse_fen(fen: *const c_char, board: *mut u8, red: *mut c_int) -> c_int;
    fn canju_count(tables: *const Raw) -> c_int;
    fn canju_name(tables: *const Raw, number: c_int) -> *const c_char;
    fn canju_load(tables: *mut Raw, endgame: *const c_char) -> c_int;
}

const MOST_MOVES: usize = 128;

/// The tables of a collection.
pub struct Tables(*mut Raw);

// All functions of the header but open and close may be called from any thread at any time.
unsafe impl Send for Tables {}
unsafe impl Sync for Tables {}

impl Tables {
    /// `folders`: data folders apart by `;`. `collection`: such as `asian/dtc`.
    pub fn open(folders: &str, collection: &str) -> Result<Tables, Error> {
        Tables::open_with(folders, collection, 0, false)
    }

    /// `cache_bytes`: for decoded blocks, 0 for 64 MiB. `resolve`: CANJU_RESOLVE of the header.
    pub fn open_with(
        folders: &str,
        collection: &str,
        cache_bytes: usize,
        resolve: bool,
    ) -> Result<Tables, Error> {
        let text = |text: &str| CString::new(text).map_err(|_| Error::ARGUMENT);
        let (folders, collection) = (text(folders)?, text(collection)?);
        let flags = c_uint::from(resolve);
        let options = Options {
            cache_bytes,
            flags,
            decode: std::ptr::null(),
            context: std::ptr::null_mut(),
        };
        let mut tables = std::ptr::null_mut();
        check(unsafe { canju_open(&mut tables, folders.as_ptr(), collection.as_ptr(), &options) })?;
        Ok(Tables(tables))
    }

    /// What a position is worth.
    pub fn probe(&self, position: &Position) -> Result<Value, Error> {
        let mut value = Value::default();
        let red = c_int::from(position.red_to_move);
        check(unsafe { canju_probe(self.0, position.board.as_ptr(), red, 0, &mut value) })?;
        Ok(value)
    }

    /// Who wins, by tables of outcomes where there are any: order is 1 for any above 0, distance 0.
    pub fn probe_outcome(&self, position: &Position) -> Result<Value, Error> {
        let mut value = Value::default();
        let red = c_int::from(position.red_to_move);
        check(unsafe { canju_probe_outcome(self.0, position.board.as_ptr(), red, 0, &mut value) })?;
        Ok(value)
    }

    /// All legal moves, best first.
    pub fn moves(&self, position: &Position) -> Result<Vec<Move>, Error> {
        let mut moves = vec![Move::default(); MOST_MOVES];
        let red = c_int::from(position.red_to_move);
        let count = check(unsafe {
            canju_probe_root(self.0, position.board.as_ptr(), red, moves.as_mut_ptr())
        })?;
        moves.truncate(count as usize);
        Ok(moves)
    }

    /// The endgames that there are tables of, in any order.
    pub fn names(&self) -> Vec<String> {
        let name = |i| {
            unsafe { CStr::from_ptr(canju_name(self.0, i)) }
                .to_string_lossy()
                .into_owned()
        };
        (0..unsafe { canju_count(self.0) }).map(name).collect()
    }

    /// Decodes a table before a clock runs.
    pub fn load(&self, endgame: &str) -> Result<(), Error> {
        let endgame = CString::new(endgame).map_err(|_| Error::ARGUMENT)?;
        check(unsafe { canju_load(self.0, endgame.as_ptr()) }).map(|_| ())
    }
}

impl Drop for Tables {
    fn drop(&mut self) {
        unsafe { canju_close(self.0) }
    }
}
