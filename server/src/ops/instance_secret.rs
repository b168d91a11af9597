//! The secret of the instance, from which signing keys are derived.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use crate::service::secret;

/// The instance's secret: the setting, or one that is generated in the data folder at the first start.
///
/// # Errors
/// When it can't be read or written.
pub fn instance_secret(setting: Option<&str>, folder: &Path) -> io::Result<String> {
    if let Some(setting) = setting {
        return Ok(setting.to_owned());
    }
    let file = folder.join("secret.key");
    make_private(&file);
    match fs::read_to_string(&file) {
        Ok(stored) if stored.trim().len() >= 32 => return Ok(stored.trim().to_owned()),
        Ok(_) => return Err(io::Error::other(format!("{} holds no key; delete it to have one made", file.display()))),
        Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why),
        Err(_) => {}
    }
    fs::create_dir_all(folder)?;
    let generated = secret::random(43);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(&file) {
        Ok(mut out) => {
            out.write_all(generated.as_bytes())?;
            out.sync_all()?;
            Ok(generated)
        }
        // Another server on the same folder was faster.
        Err(why) if why.kind() == io::ErrorKind::AlreadyExists => Ok(fs::read_to_string(&file)?.trim().to_owned()),
        Err(why) => Err(why),
    }
}

/// Takes access to the file from everybody but its owner, where it exists.
fn make_private(file: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(found) = fs::metadata(file) else { return };
    if found.permissions().mode() & 0o077 != 0
        && let Err(why) = fs::set_permissions(file, fs::Permissions::from_mode(0o600))
    {
        tracing::warn!(error = %why, file = %file.display(), "others can read the secret of the instance");
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn the_secret_is_generated_once() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let generated = instance_secret(None, &data).unwrap();
        assert_eq!((generated.len(), instance_secret(None, &data).unwrap()), (43, generated));
        assert_eq!(instance_secret(Some("set"), &data).unwrap(), "set");
        fs::write(data.join("secret.key"), "short").unwrap();
        assert!(instance_secret(None, &data).is_err());
    }
}
