//! Random pages and random sequences of operations: REST, MCP and the model have the same effect, and a page moved
//! between servers on different databases is the same. `SEQUENCES` and `ROUND_TRIPS` set how many (40 and 20 in the
//! usual run, more in `make parity`), `LANES` how many pairs of pages run in parallel.

use std::pin::Pin;
use std::rc::Rc;

use mantel_model::api::{AddTiles, MoveTile, Patch};
use mantel_model::id::SeededIds;
use mantel_model::look::Look;
use mantel_model::{Draft, Edit, TileId, apply, limits};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::{JoinSet, LocalSet};

use crate::mcp;
use crate::support::{Actor, Database, OPEN, TestApp, count};

#[path = "../../../model/tests/it/any.rs"]
#[allow(dead_code, reason = "the model's tests use more of it")]
mod any;

/// One operation; tiles are chosen by number, since pages differ.
#[derive(Clone, Debug)]
enum Step {
    Add(Value, Option<usize>),
    Update(usize, Value),
    Move(usize, i64),
    Remove(usize),
    Theme(Value),
    Profile(Value),
}

/// Fields, some of them invalid.
fn fields(good: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let wrong = vec![
        json!({ "size": "xl" }),
        json!({ "zoom": 9 }),
        json!({ "text": null }),
        json!({ "title": null, "color": null }),
        json!({ "url": "javascript:alert(1)" }),
        json!({ "accent": "red" }),
        json!({ "preset": "none" }),
        json!({ "name": ["x"] }),
        json!({ "nothing": 1 }),
        json!({}),
    ];
    prop_oneof![6 => good, 1 => prop::sample::select(wrong)].boxed()
}

fn step() -> BoxedStrategy<Step> {
    let index = || 0_usize..14;
    prop_oneof![
        4 => (fields(any::tile()), prop::option::of(index())).prop_map(|(tile, after)| Step::Add(tile, after)),
        4 => (index(), fields(any::tile())).prop_map(|(at, patch)| Step::Update(at, patch)),
        2 => (index(), -1_i64..20).prop_map(|(at, to)| Step::Move(at, to)),
        3 => index().prop_map(Step::Remove),
        2 => fields(any::theme()).prop_map(Step::Theme),
        2 => fields(any::profile()).prop_map(Step::Profile),
    ]
    .boxed()
}

/// An operation on the current page, as each of the three callers sends it: the id of a tile, and the body.
struct Call {
    step: Step,
    id: TileId,
    body: Value,
}

impl Call {
    /// `fresh` is the id for an added tile, so that all pages have the same ids.
    fn of(step: Step, draft: &Draft, fresh: &TileId) -> Self {
        let nth = |at: usize| draft.tiles.get(at).map_or_else(|| fresh.clone(), |tile| tile.id.clone());
        let (id, body) = match &step {
            Step::Add(tile, after) => {
                let mut tile = tile.clone();
                tile["id"] = json!(fresh);
                let mut body = json!({ "tile": tile });
                if let Some(after) = after {
                    body["after"] = json!(nth(*after));
                }
                (fresh.clone(), body)
            }
            Step::Update(at, patch) => (nth(*at), without(patch, &["type"])),
            Step::Move(at, position) => (nth(*at), json!({ "position": position })),
            Step::Remove(at) => (nth(*at), json!({})),
            Step::Theme(patch) | Step::Profile(patch) => (fresh.clone(), patch.clone()),
        };
        Self { step, id, body }
    }

    async fn rest(&self, of: &Actor) -> bool {
        let tile = format!("/api/v1/page/tiles/{}", self.id);
        let (method, path) = match self.step {
            Step::Add(..) => (Method::POST, "/api/v1/page/tiles".to_owned()),
            Step::Update(..) => (Method::PATCH, tile),
            Step::Move(..) => (Method::POST, format!("{tile}/move")),
            Step::Remove(..) => (Method::DELETE, tile),
            Step::Theme(..) => (Method::PATCH, "/api/v1/page/theme".to_owned()),
            Step::Profile(..) => (Method::PATCH, "/api/v1/page/profile".to_owned()),
        };
        let reply = of.json(method, &path, self.body.clone()).await;
        assert!(!reply.status.is_server_error(), "{}", reply.text);
        reply.status.is_success()
    }

    async fn mcp(&self, of: &Actor) -> bool {
        let mut arguments = self.body.clone();
        let tool = match self.step {
            Step::Add(..) => "add_tile",
            Step::Update(..) => {
                arguments = json!({ "patch": arguments });
                "update_tile"
            }
            Step::Move(..) => "move_tile",
            Step::Remove(..) => "remove_tile",
            Step::Theme(..) => "set_theme",
            Step::Profile(..) => "set_profile",
        };
        if matches!(self.step, Step::Update(..) | Step::Move(..) | Step::Remove(..)) {
            arguments["id"] = json!(self.id);
        }
        let reply =
            mcp::send(of, "tools/call", json!({ "name": tool, "arguments": arguments })).await.expect(200).body();
        reply["error"].is_null() && reply["result"]["isError"] != true
    }

    /// The model's result; `None` when it rejects the operation.
    fn model(&self, draft: &Draft) -> Option<Draft> {
        let id = self.id.clone();
        let edit = match self.step {
            Step::Add(..) => {
                let add = AddTiles::read(&self.body).ok()?;
                Edit::Add { tiles: add.tiles().ok()?.0, after: add.after }
            }
            Step::Update(..) => Edit::Update { id, patch: Patch::read(&self.body).ok()?.fields },
            Step::Move(..) => {
                let position = MoveTile::read(&self.body).ok()?.position;
                Edit::Move { id, position: usize::try_from(position).ok()? }
            }
            Step::Remove(..) => Edit::Remove { id },
            Step::Theme(..) => Edit::Theme(Patch::read(&self.body).ok()?.fields),
            Step::Profile(..) => Edit::Profile(Patch::read(&self.body).ok()?.fields),
        };
        apply(draft, edit, &mut SeededIds::new(1)).ok().map(|apply| apply.draft)
    }
}

fn without(object: &Value, names: &[&str]) -> Value {
    let mut object = object.clone();
    if let Some(map) = object.as_object_mut() {
        map.retain(|name, _| !names.contains(&name.as_str()));
    }
    object
}

/// The id with this number.
fn numbered(number: usize) -> TileId {
    let letter = |place: u32| char::from(b'a' + u8::try_from(number / 26_usize.pow(place) % 26).unwrap());
    let letters: String = (0..8).rev().map(letter).collect();
    TileId::parse(&format!("t_abcd{letters}")).unwrap()
}

/// The random choices of a lane: the same in every run, different in each lane.
fn runner(lane: usize) -> TestRunner {
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&lane.to_le_bytes());
    TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &seed))
}

/// Runs `one` in all lanes in parallel, with the lane's number and its share of `all`.
async fn in_parallel<T: 'static>(all: usize, mut one: impl FnMut(usize, usize) -> LocalBoxed<T>) -> Vec<T> {
    let (lanes, mut at_once) = (count("LANES", 2), JoinSet::new());
    // The proptest runner must stay on its thread.
    let here = LocalSet::new();
    for lane in 0..lanes {
        at_once.spawn_local_on(one(lane, all / lanes + usize::from(lane < all % lanes)), &here);
    }
    here.run_until(at_once.join_all()).await
}

type LocalBoxed<T> = Pin<Box<dyn Future<Output = T>>>;

/// One pair of pages, which Ada edits by REST and Bob by MCP. Returns the number of operations, and of rejected ones.
async fn same_effect(app: Rc<TestApp>, lane: usize, sequences: usize) -> (usize, usize) {
    let (ada, bob) = (app.owner(&format!("ada{lane}")).await, app.owner(&format!("bob{lane}")).await);
    let mut draft = Draft::blank(Look::Painted);
    let (mut runner, all) = (runner(lane), prop::collection::vec(step(), 1..8));
    let pages = prop_oneof![9 => any::draft(40), 1 => any::draft(limits::TILES)];
    let (mut steps, mut refused) = (0, 0);
    for sequence in 0..sequences {
        // Pages grow; full ones reject every addition, so there should not be too many of them.
        if sequence % 100 == 0 {
            draft = pages.new_tree(&mut runner).unwrap().current();
            for actor in [&ada, &bob] {
                actor.put("/api/v1/page", json!({ "page": draft })).await.expect(200);
            }
        }
        for step in all.new_tree(&mut runner).unwrap().current() {
            steps += 1;
            let call = Call::of(step.clone(), &draft, &numbered(steps));
            let made = call.model(&draft);
            let done = (call.rest(&ada).await, call.mcp(&bob).await);
            assert_eq!(done, (made.is_some(), made.is_some()), "{lane}, sequence {sequence}: {step:?} {}", call.body);
            refused += usize::from(made.is_none());
            draft = made.unwrap_or(draft);
        }
        let wanted = serde_json::to_value(&draft).unwrap();
        let rest = ada.get("/api/v1/page").await.expect(200).body();
        assert_eq!(rest["draft"], wanted, "{lane}, sequence {sequence} by REST");
        let mcp = mcp::call(&bob, "get_page", json!({})).await;
        assert_eq!(mcp["page"]["draft"], wanted, "{lane}, sequence {sequence} by MCP");
    }
    (steps, refused)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_sequence_of_operations_has_the_same_effect_by_rest_by_mcp_and_in_the_model() {
    let app = Rc::new(TestApp::on(Database::Sqlite).await.unwrap());
    let sequences = count("SEQUENCES", 40);
    let done = in_parallel(sequences, |lane, share| Box::pin(same_effect(app.clone(), lane, share))).await;
    let (steps, refused) = done.iter().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    println!("{sequences} sequences of {steps} operations, {refused} of them refused by all three: the same drafts");
    assert!(steps > sequences && refused > 0);
}

/// Imports a page file; returns the new export, with the warnings.
async fn brought(to: &Actor, file: Value) -> String {
    let body = json!({ "file": file, "replace": true });
    let made = to.post("/api/v1/page/import", body).await.expect(201).body();
    to.get("/api/v1/page/export").await.expect(200).text + &made["warnings"].to_string()
}

/// Moves pages from the first server to the second, and back.
async fn moves(servers: Rc<(TestApp, TestApp)>, lane: usize, rounds: usize) {
    let name = format!("ada{lane}");
    let (ada, eve) = (servers.0.owner(&name).await, servers.1.owner(&name).await);
    let (mut runner, all) = (runner(lane), any::written_draft(12));
    for round in 0..rounds {
        let mut page = all.new_tree(&mut runner).unwrap().current();
        page["mantel"] = json!(1);
        brought(&ada, page).await;
        let first = ada.get("/api/v1/page/export").await.expect(200).text;
        let there = brought(&eve, json!(first)).await;
        let back = brought(&ada, serde_json::from_str(&first).unwrap()).await;
        assert_eq!((&there, &back), (&format!("{first}[]"), &format!("{first}[]")), "{lane}, page {round}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_page_that_moves_between_databases_comes_out_the_same() {
    let one = TestApp::on(Database::Sqlite).await.unwrap();
    let base = [OPEN, &[("BASE_URL", one.url.as_str())]].concat();
    let Some(other) = TestApp::with(Database::Postgres, &base).await else { return };
    let (servers, rounds) = (Rc::new((one, other)), count("ROUND_TRIPS", 20));
    in_parallel(rounds, |lane, share| Box::pin(moves(servers.clone(), lane, share))).await;
    println!("{rounds} pages from SQLite to PostgreSQL and back, as text and as a value: the same bytes");
}
