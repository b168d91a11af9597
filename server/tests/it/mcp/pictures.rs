//! Pictures within a call.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::ImageFormat;
use serde_json::{Value, json};

use super::{call, refused};
use crate::support::pictures::{drawn, file};
use crate::support::{Actor, TestApp, on_both};

/// A picture of this width as a `data:` address.
fn data(width: u32) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(file(&drawn(width, 20, false), ImageFormat::Png)))
}

async fn draft(ada: &Actor) -> Value {
    call(ada, "get_page", json!({})).await["page"]["draft"].clone()
}

/// The width of a picture of the service.
async fn width(ada: &Actor, src: &Value) -> u32 {
    let src = src.as_str().unwrap();
    assert!(src.starts_with("/media/"), "{src}");
    image::load_from_memory(&ada.download(src).await).unwrap().width()
}

on_both! {
    async fn a_picture_from_the_chat_is_swapped_in_two_calls(app) {
        let ada = app.owner("ada").await;
        call(&ada, "add_tile", json!({ "tile": { "type": "text", "text": "First" } })).await;
        call(&ada, "add_tile", json!({ "tile": { "type": "image", "src": data(30), "alt": "A pot" } })).await;
        let page = draft(&ada).await;
        let tile = page["tiles"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(width(&ada, &tile["src"]).await, 30);
        let swapped = call(&ada, "update_tile", json!({ "id": tile["id"], "patch": { "src": data(40) } })).await;
        assert_eq!(width(&ada, &swapped["tile"]["src"]).await, 40);
        assert_eq!((&swapped["tile"]["alt"], &swapped["before"]), (&json!("A pot"), &json!({ "src": tile["src"] })));
    }

    async fn every_place_of_a_picture_takes_one(app) {
        let ada = app.owner("ada").await;
        let profile = call(&ada, "set_profile", json!({ "avatar": data(50) })).await;
        assert_eq!(width(&ada, &profile["profile"]["avatar"]).await, 50);
        let link = call(&ada, "add_tile", json!({ "tile": { "type": "link", "url": "https://ada.example", "image": data(60) } })).await;
        assert_eq!(width(&ada, &link["tiles"][0]["image"]).await, 60);
        let items = json!([{ "image": data(70), "caption": "Kiln" }, "A note"]);
        let added = call(&ada, "add_tile", json!({ "inputs": items })).await;
        assert_eq!((width(&ada, &added["tiles"][0]["src"]).await, &added["tiles"][1]["text"]), (70, &json!("A note")));
        let brief = json!({ "name": "Ada", "avatar": data(80), "links": [{ "image": data(90) }, "https://ada.example"] });
        let page = call(&ada, "import_page", json!({ "file": brief, "replace": true })).await["page"]["draft"].clone();
        assert_eq!((width(&ada, &page["profile"]["avatar"]).await, width(&ada, &page["tiles"][0]["src"]).await), (80, 90));
        // Whitespace of wrapped lines and a missing end are no mistakes, and the type is told from the file.
        let wrapped = data(91).replace('=', "").as_bytes().chunks(76).map(|line| std::str::from_utf8(line).unwrap()).collect::<Vec<_>>().join("\n");
        let taken = call(&ada, "add_tile", json!({ "tile": { "type": "image", "src": wrapped } })).await;
        assert_eq!(width(&ada, &taken["tiles"][0]["src"]).await, 91);
    }

    async fn what_is_no_picture_is_told_with_its_place(app) {
        let ada = app.owner("ada").await;
        let before = draft(&ada).await;
        for wrong in ["data:image/png;base64,@@@@", "data:text/html;base64,AAAA", "data:image/png,AAAA", "data:,", "DATA:image/png;base64"] {
            let said = refused(&ada, "add_tile", json!({ "tile": { "type": "image", "src": wrong } })).await;
            assert!(said.contains("/tile/src: ") && said.contains("base64"), "{wrong}: {said}");
        }
        let both = json!({ "inputs": [{ "image": "data:image/png;base64,!" }, "x", { "image": "data:," }] });
        let said = refused(&ada, "add_tile", both).await;
        assert!(said.contains("/inputs/0/image") && said.contains("/inputs/2/image"), "{said}");
        let text = format!("data:image/png;base64,{}", STANDARD.encode("no picture at all"));
        let said = refused(&ada, "set_profile", json!({ "avatar": text })).await;
        assert!(said.contains("image_un"), "{said}");
        let many: Vec<_> = (0..11).map(|width| json!({ "image": data(10 + width) })).collect();
        let said = refused(&ada, "add_tile", json!({ "inputs": many })).await;
        assert!(said.contains("/inputs/10/image: one call holds at most 10 pictures"), "{said}");
        // In words it is words.
        let note = call(&ada, "add_tile", json!({ "tile": { "type": "text", "text": "data:image/png;base64,AAAA" } })).await;
        assert_eq!(note["tiles"][0]["text"], "data:image/png;base64,AAAA");
        let now = draft(&ada).await;
        assert_eq!(now["tiles"].as_array().unwrap().len(), before["tiles"].as_array().unwrap().len() + 1);
        assert_eq!(now["profile"], before["profile"]);
    }

    async fn what_lies_below_a_long_name_is_looked_through_without_writing_the_name_each_time(app) {
        let ada = app.owner("ada").await;
        // Written for each value, the name would be ten gigabytes.
        let wide = json!({ "inputs": ["x"], "n".repeat(500_000): vec![0; 19_000] });
        let said = refused(&ada, "add_tile", wide).await;
        assert!(said.contains("invalid_input"), "{}", said.chars().take(200).collect::<String>());
        // Its path is told as any other's.
        let named = json!({ "tile": { "type": "image", "a/b~c": { "src": "data:," } } });
        let said = refused(&ada, "add_tile", named).await;
        assert!(said.contains("/tile/a~1b~0c/src: "), "{said}");
    }

    async fn a_retry_with_a_picture_is_no_second_tile(app) {
        let ada = app.owner("ada").await;
        let add = json!({ "tile": { "type": "image", "src": data(33) }, "clientId": "pot" });
        let first = call(&ada, "add_tile", add.clone()).await;
        assert_eq!(call(&ada, "add_tile", add).await, first);
    }
}

#[tokio::test]
async fn pictures_within_a_call_count_as_the_accounts() {
    let app = TestApp::set(&[]).await;
    let ada = app.owner("ada").await;
    let src = call(&ada, "set_profile", json!({ "avatar": data(44) })).await["profile"]["avatar"].clone();
    // A picture that was taken down comes back by no way.
    let hash = src.as_str().unwrap().trim_start_matches("/media/").to_owned();
    app.app.service.block_picture(&hash, "reported").await.unwrap();
    let said = refused(&ada, "add_tile", json!({ "tile": { "type": "image", "src": data(44) } })).await;
    assert!(said.contains("image_blocked"), "{said}");
}
