//! The country of an address, from a database of addresses if the server has one.

use std::net::IpAddr;
use std::path::Path;
use std::sync::OnceLock;

use maxminddb::{Reader, geoip2};

use super::page_counts::Country;

/// The database of addresses, in memory once it was read.
#[derive(Default)]
pub struct Countries(OnceLock<Reader<Vec<u8>>>);

impl std::fmt::Debug for Countries {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Countries").field(&self.0.get().is_some()).finish()
    }
}

impl Countries {
    /// Reads the file, a MaxMind DB with countries. Until then no country is known.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn read(&self, file: &Path) -> Result<(), String> {
        let reader = Reader::open_readfile(file)
            .map_err(|why| format!("mantel-server can't read GEOIP_DB={}: {why}", file.display()))?;
        self.0.get_or_init(|| reader);
        Ok(())
    }

    /// The country of an address; `[0, 0]` where it is not known.
    pub fn of(&self, address: IpAddr) -> Country {
        let find = || {
            let found = self.0.get()?.lookup(address.to_canonical()).ok()?.decode::<geoip2::Country<'_>>().ok()??;
            let code: [u8; 2] = found.country.iso_code?.as_bytes().try_into().ok()?;
            code.iter().all(u8::is_ascii_uppercase).then_some(code)
        };
        find().unwrap_or_default()
    }
}
