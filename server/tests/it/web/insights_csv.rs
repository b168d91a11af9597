//! `/insights/csv`: what was counted as tables, for the owner alone.

use std::io::{Cursor, Read as _};

use crate::support::{PASSWORD, on_both};

on_both! {
    async fn the_owner_takes_the_tables_along(app) {
        app.owner("ada").await;
        let ada = app.anonymous();
        // A key is no session, and nobody is no owner.
        for stranger in [app.keyed("bob").await, app.anonymous()] {
            let sent = stranger.get("/insights/csv").await.expect(303);
            assert!(sent.header("location").starts_with("/signin"), "{}", sent.header("location"));
        }
        ada.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
        let reply = ada.get("/insights/csv?range=7d").await.expect(200);
        assert_eq!((reply.header("content-type"), reply.header("cache-control")), ("application/zip", "no-store"));
        let attached = reply.header("content-disposition");
        assert!(attached.starts_with("attachment; filename=\"insights-20") && attached.ends_with(".zip\""), "{attached}");
        let bytes = ada.download("/insights/csv?range=7d&screen=phone").await;
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let names: Vec<_> = archive.file_names().map(str::to_owned).collect();
        for name in ["days.csv", "tiles.csv", "sources.csv", "ways.csv", "hours.csv", "readers.csv"] {
            assert!(names.iter().any(|other| other == name), "{names:?}");
        }
        let mut days = String::new();
        archive.by_name("days.csv").unwrap().read_to_string(&mut days).unwrap();
        let lines: Vec<_> = days.lines().collect();
        assert!(lines[0].contains("UTC") && lines[1].starts_with("day,visits,presses"), "{days}");
        assert_eq!(lines.len(), 2 + 7, "{days}");
        // The same numbers are the same bytes.
        assert_eq!(ada.download("/insights/csv").await, ada.download("/insights/csv?range=30d&screen=all").await);
        for wrong in ["range=1d", "screen=", "format=xlsx"] {
            assert!(ada.get(&format!("/insights/csv?{wrong}")).await.expect(400).text.contains("<html"), "{wrong}");
        }
    }
}
