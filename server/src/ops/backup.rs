//! Backups: a folder with a snapshot of the whole instance, whatever database and blob store it uses.
//!
//! `mantel.db` is an SQLite file with every row, `media/` has the pictures that it refers to, `backup.json` describes
//! both. The latter is written last: a folder without it is not a complete backup.

use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::clock::rfc3339;
use crate::media::{self, BlobStore};
use crate::state::App;
use crate::store::{self, Copied, Store, StoreError};

/// Version of the folder's format.
const FORMAT: u32 = 1;
const DATABASE: &str = "mantel.db";
const MEDIA: &str = "media";
const MANIFEST: &str = "backup.json";
/// Longest description, bytes.
const MANIFEST_BYTES: u64 = 64 * 1024;
/// Largest picture, bytes: twice what can be uploaded, because some are stored in another encoding.
const PICTURE_BYTES: u64 = 2 * mantel_model::limits::IMAGE_BYTES as u64;

/// The description of a backup, in `backup.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Version of the folder's format.
    format: u32,
    /// Version of the program that created it.
    program: String,
    /// When it was started.
    at: String,
    /// SHA-256 of the database file.
    database: String,
    /// Number of rows in all tables.
    pub rows: u64,
    /// Number of pictures.
    pub pictures: usize,
    /// Total size of the pictures, bytes.
    pub picture_bytes: u64,
}

/// Writes a backup of a running instance into an empty or new folder.
///
/// # Errors
/// A sentence that says why it failed. An incomplete backup is left in place for inspection; it has no manifest.
pub async fn make(app: &App, folder: &Path) -> Result<(Manifest, Vec<Copied>), String> {
    let at = rfc3339(app.service.clock().now());
    empty(folder).map_err(|why| format!("{} can't take a backup: {why}", folder.display()))?;
    let file = folder.join(DATABASE);
    let copy = Store::open(&address(&file)).await.map_err(|why| format!("{} can't be made: {why}", file.display()))?;
    let result = fill(app, &copy, folder).await;
    copy.close().await;
    let (copied, (pictures, picture_bytes)) = result?;
    let written = |why: io::Error| format!("The backup could not be written: {why}");
    let database = sha256_of(&file).map_err(written)?;
    let rows = copied.iter().map(|table| table.rows).sum();
    let program = env!("CARGO_PKG_VERSION").to_owned();
    let manifest = Manifest { format: FORMAT, program, at, database, rows, pictures, picture_bytes };
    write_manifest(folder, &manifest).map_err(written)?;
    Ok((manifest, copied))
}

/// Copies the rows first, then the images they refer to, so that none is missing.
async fn fill(app: &App, copy: &Store, folder: &Path) -> Result<(Vec<Copied>, (usize, u64)), String> {
    let store = app.service.store();
    let copied = store.copy_to(copy).await.map_err(|why| format!("The database could not be copied: {why}"))?;
    let blobs =
        BlobStore::in_folder(&folder.join(MEDIA)).map_err(|why| format!("The pictures could not be copied: {why}"))?;
    let (mut count, mut length) = (0, 0);
    for hash in named(copy).await? {
        let Some(bytes) = app.media.blobs.get(&hash).await.map_err(|error| error.to_string())? else {
            // Deleted since the rows were copied; a missing remote image will be fetched again.
            if store.has_uploaded(&hash).await.map_err(|error| error.to_string())? {
                return Err(format!("The picture {hash} is missing from MEDIA_URL; see mantel-server check."));
            }
            continue;
        };
        if media::hash(&bytes) != hash {
            return Err(format!("The picture {hash} is damaged; see mantel-server check."));
        }
        count += 1;
        length += bytes.len() as u64;
        blobs.put(&hash, bytes).await.map_err(|why| format!("The pictures could not be copied: {why}"))?;
    }
    Ok((copied, (count, length)))
}

/// Restores a backup into the configured instance, whose database must be empty. Pictures come first, so that an
/// interrupted restore leaves an empty database and can be repeated.
///
/// # Errors
/// A sentence that says what is wrong with the backup, or why it failed; the database is then unchanged.
pub async fn restore(app: &App, folder: &Path) -> Result<Manifest, String> {
    let manifest = read_manifest(folder)?;
    let file = folder.join(DATABASE);
    ordinary(&file, u64::MAX)?;
    let read = |why: io::Error| format!("{} can't be read: {why}", file.display());
    if sha256_of(&file).map_err(read)? != manifest.database {
        return Err(format!("{} is damaged: it is not the file that backup.json tells of.", file.display()));
    }
    fs::create_dir_all(&app.config.data_dir).map_err(|why| format!("DATA_DIR can't be made: {why}"))?;
    // Migrations change the database, so they run on a copy.
    let work = tempfile::Builder::new().prefix("restore-").tempdir_in(&app.config.data_dir);
    let work = work.map_err(|why| format!("DATA_DIR takes no files: {why}"))?;
    let copy = work.path().join(DATABASE);
    fs::copy(&file, &copy).map_err(|why| format!("DATA_DIR takes no copy of the database: {why}"))?;
    // A backup may come from anybody: what a database can do by itself is looked for before the migrations run on it.
    let strange = |names: Vec<String>| match names.is_empty() {
        true => Ok(()),
        false => Err(format!("The backup holds what no backup of Mantel does: {}.", names.join(", "))),
    };
    let unopened = |why: StoreError| format!("The backup can't be opened: {why}");
    strange(store::active_objects(&address(&copy)).await.map_err(unopened)?)?;
    let from = Store::open(&address(&copy)).await.map_err(unopened)?;
    let model = Store::open(&address(&work.path().join("empty.db"))).await.map_err(|why| why.to_string())?;
    let result = match from.schema_differences(&model).await {
        Ok(names) => match strange(names) {
            Ok(()) => import(app, &from, folder, &manifest).await,
            refused => refused,
        },
        Err(why) => Err(why.to_string()),
    };
    from.close().await;
    model.close().await;
    result?;
    Ok(manifest)
}

async fn import(app: &App, from: &Store, folder: &Path, manifest: &Manifest) -> Result<(), String> {
    let store = app.service.store();
    if let Some(table) = store.first_filled().await.map_err(|error| error.to_string())? {
        return Err(format!("The database of the settings is not empty: it has rows in {table}. Name a fresh one."));
    }
    let mut faults = from.integrity().await.map_err(|error| error.to_string())?;
    faults.extend(from.check_pages().await.map_err(|error| error.to_string())?.1);
    if !faults.is_empty() {
        return Err(format!("The backup is damaged: {}.", faults.join("; ")));
    }
    let blobs = BlobStore::in_folder(&folder.join(MEDIA))
        .map_err(|why| format!("The backup's pictures can't be read: {why}"))?;
    let mut count = 0;
    for hash in named(from).await? {
        if !media::is_hash(&hash) {
            return Err(format!("The backup is damaged: {hash:?} is no picture's hash."));
        }
        for folder in [folder.join(MEDIA), folder.join(MEDIA).join(hash.get(..2).unwrap_or_default())] {
            if fs::symlink_metadata(&folder).is_ok_and(|found| !found.is_dir()) {
                return Err(format!("{} is no folder; a backup holds nothing else there.", folder.display()));
            }
        }
        let file = folder.join(MEDIA).join(hash.get(..2).unwrap_or_default()).join(&hash);
        if fs::symlink_metadata(&file).is_ok() {
            ordinary(&file, PICTURE_BYTES)?;
        }
        let Some(bytes) = blobs.get(&hash).await.map_err(|error| error.to_string())? else { continue };
        if media::hash(&bytes) != hash {
            return Err(format!("The backup is damaged: the picture {hash} is not whole."));
        }
        app.media.blobs.put(&hash, bytes).await.map_err(|why| format!("MEDIA_URL takes no pictures: {why}"))?;
        count += 1;
    }
    if count != manifest.pictures {
        return Err(format!("The backup is damaged: {count} pictures of {} are there.", manifest.pictures));
    }
    from.copy_to(store).await.map_err(|why| format!("Nothing was restored: {why}"))?;
    Ok(())
}

/// The pictures that a database refers to.
async fn named(store: &Store) -> Result<Vec<String>, String> {
    let (mut all, mut last) = (Vec::new(), String::new());
    loop {
        let next = store.shelved_after(&last).await.map_err(|error| error.to_string())?;
        let Some(end) = next.last().cloned() else { return Ok(all) };
        all.extend(next);
        last = end;
    }
}

fn address(file: &Path) -> String {
    format!("sqlite://{}", file.display())
}

/// Creates the folder with access for its owner only, because it contains everything. Refuses one that is not empty.
fn empty(folder: &Path) -> io::Result<()> {
    if fs::read_dir(folder).is_ok_and(|mut entry| entry.next().is_some()) {
        return Err(io::Error::other("it is not empty; name a new folder"));
    }
    fs::create_dir_all(folder)?;
    #[cfg(unix)]
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    Ok(())
}

fn sha256_of(file: &Path) -> io::Result<String> {
    let (mut file, mut sum, mut part) = (File::open(file)?, Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut part)? {
            0 => return Ok(sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
            length => sum.update(part.get(..length).unwrap_or_default()),
        }
    }
}

fn write_manifest(folder: &Path, manifest: &Manifest) -> io::Result<()> {
    let (file, beside) = (folder.join(MANIFEST), folder.join("backup.json.new"));
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut out = options.open(&beside)?;
    out.write_all(&serde_json::to_vec_pretty(manifest)?)?;
    out.sync_all()?;
    File::open(folder.join(DATABASE))?.sync_all()?;
    fs::rename(beside, file)?;
    File::open(folder)?.sync_all()
}

/// Refuses what is not a plain file of at most `longest` bytes: a link leads out of the backup, a pipe or a device never ends.
fn ordinary(file: &Path, longest: u64) -> Result<(), String> {
    match fs::symlink_metadata(file) {
        Ok(found) if !found.is_file() => Err(format!("{} is no plain file.", file.display())),
        Ok(found) if found.len() > longest => Err(format!("{} is larger than any such file.", file.display())),
        // Reading it says why it can't be.
        _ => Ok(()),
    }
}

fn read_manifest(folder: &Path) -> Result<Manifest, String> {
    let file: PathBuf = folder.join(MANIFEST);
    ordinary(&file, MANIFEST_BYTES)?;
    let text = fs::read(&file).map_err(|why| format!("{} is no whole backup: {MANIFEST}: {why}.", folder.display()))?;
    let manifest: Manifest =
        serde_json::from_slice(&text).map_err(|why| format!("{} can't be read: {why}.", file.display()))?;
    if manifest.format != FORMAT {
        return Err(format!(
            "This backup has the form {}; this program knows {FORMAT}. Use a newer one.",
            manifest.format
        ));
    }
    Ok(manifest)
}
