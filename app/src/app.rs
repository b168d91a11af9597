//! Every screen as one Leptos application: the document, the routes, and the view of each. The server renders it; the
//! browser then mounts the two editors (`mount`).

use std::sync::Arc;

use leptos::prelude::*;
use leptos_router::components::{FlatRoutes, Route, Router};
use leptos_router::path;
use mantel_model::theme::Layout;

use crate::mount::{BriefEditorScreen, EditorScreen};
use crate::render::page;
use crate::site::admin::Admin;
use crate::site::agents::Agents;
use crate::site::auth::{ConfirmEmail, ForgotPassword, ResetPassword, SignIn, SignUp};
use crate::site::change_card::{PublishSheet, VersionChanges};
use crate::site::consent::Consent;
use crate::site::docs::errors::ErrorDoc;
use crate::site::docs::reference::ReferenceGroup;
use crate::site::gallery::GalleryPage;
use crate::site::insights::InsightsView;
use crate::site::landing::Landing;
use crate::site::not_found::NotFound;
use crate::site::report::Report;
use crate::site::settings::Settings;
use crate::site::share::{OwnerShare, VisitorShare};
use crate::site::{
    Document, admin, agents, auth, change_card, consent, docs, gallery, insights, landing, not_found, report, settings,
    share,
};

/// A screen: a value that the server fills in and provides as a context.
pub trait Screen: Clone + Send + Sync + 'static {
    /// The body of the document.
    fn view(&self) -> AnyView;
}

/// The gallery.
#[derive(Clone, Copy, Debug)]
pub struct Gallery {
    /// The layout of the sample pages.
    pub layout: Layout,
    /// Whether somebody is signed in.
    pub signed_in: bool,
}

/// The reference of the API.
#[derive(Clone, Debug)]
pub struct ApiReference {
    /// The operations by topic.
    pub groups: Vec<ReferenceGroup>,
    /// The address of the script that renders the OpenAPI description, if there is one.
    pub renderer: Option<&'static str>,
    /// Whether somebody is signed in.
    pub signed_in: bool,
}

/// The index of the documentation.
#[derive(Clone, Copy, Debug)]
pub struct DocumentationIndex {
    /// Whether somebody is signed in.
    pub signed_in: bool,
}

/// The reference of error codes.
#[derive(Clone, Debug)]
pub struct ErrorReference {
    /// Every problem.
    pub errors: Vec<ErrorDoc>,
    /// Whether somebody is signed in.
    pub signed_in: bool,
}

/// An error: what happened and the next step.
#[derive(Clone, Debug)]
pub struct ErrorPage {
    /// The heading.
    pub title: String,
    /// What to do.
    pub message: String,
}

/// The screen shown after the account was deleted.
#[derive(Clone, Copy, Debug)]
pub struct AccountDeleted;

macro_rules! screens {
    ($($screen:ty: |$name:ident| $view:expr),+ $(,)?) => {
        $(impl Screen for $screen {
            fn view(&self) -> AnyView {
                let $name = self;
                $view
            }
        })+
    };
}

screens! {
    Landing: |screen| landing::view(screen),
    Gallery: |screen| gallery::view(screen.layout, screen.signed_in),
    GalleryPage: |screen| gallery::full_size(*screen),
    DocumentationIndex: |screen| docs::index::view(screen.signed_in),
    ErrorReference: |screen| docs::errors::view(&screen.errors, screen.signed_in),
    ApiReference: |screen| docs::reference::view(screen.groups.clone(), screen.renderer, screen.signed_in),
    SignUp: |screen| auth::sign_up(screen),
    SignIn: |screen| auth::sign_in(screen),
    ForgotPassword: |screen| auth::forgot_password(screen),
    ResetPassword: |screen| auth::reset_password(screen),
    ConfirmEmail: |screen| auth::confirm_email(screen),
    Settings: |screen| settings::view(screen),
    Admin: |screen| admin::view(screen),
    Agents: |screen| agents::view(screen),
    InsightsView: |screen| insights::view(screen),
    PublishSheet: |screen| change_card::sheet_view(screen),
    VersionChanges: |screen| change_card::version_view(screen),
    Consent: |screen| consent::view(screen),
    Report: |screen| report::view(screen),
    OwnerShare: |screen| share::owner_view(screen),
    VisitorShare: |screen| share::visitor_view(screen),
    BriefEditorScreen: |screen| screen.body(),
    EditorScreen: |screen| screen.body(),
    NotFound: |screen| not_found::view(screen),
    ErrorPage: |screen| not_found::error_page(screen.title.clone(), screen.message.clone(), false),
    AccountDeleted: |_screen| auth::account_deleted(),
}

/// The screen of a response, whatever its type.
#[derive(Clone)]
pub struct AnyScreen(Arc<dyn Fn() -> AnyView + Send + Sync>);

impl AnyScreen {
    /// Provides a screen to the application: by its type for its own route, and as the fallback for any other address.
    pub fn provide(screen: impl Screen) {
        provide_context(screen.clone());
        provide_context(Self(Arc::new(move || screen.view())));
    }
}

/// The application inside its document.
pub fn shell(document: Document) -> AnyView {
    view! { <Shell document/> }.into_any()
}

/// The document as HTML, without hydration markers: the browser mounts the editors anew (`mount`).
pub fn html(shell: AnyView) -> String {
    format!("<!DOCTYPE html>{}", page::static_html(shell))
}

/// The document around the application.
#[component]
pub fn Shell(
    /// The content of its head.
    document: Document,
) -> impl IntoView {
    document.view(view! { <App/> }.into_any())
}

/// The routes. A route shows its own screen, or else whichever screen the response has (an error, not found).
#[component]
pub fn App() -> impl IntoView {
    view! {
        <Router>
            <FlatRoutes fallback=any>
                <Route path=path!("/") view={render_screen::<Landing>}/>
                <Route path=path!("/new") view={render_screen::<BriefEditorScreen>}/>
                <Route path=path!("/edit") view={render_screen::<EditorScreen>}/>
                <Route path=path!("/looks") view={render_screen::<Gallery>}/>
                <Route path=path!("/looks/:look/:palette") view={render_screen::<GalleryPage>}/>
                <Route path=path!("/docs") view={render_screen::<DocumentationIndex>}/>
                <Route path=path!("/docs/errors") view={render_screen::<ErrorReference>}/>
                <Route path=path!("/docs/api") view={render_screen::<ApiReference>}/>
                <Route path=path!("/signup") view={render_screen::<SignUp>}/>
                <Route path=path!("/signin") view={render_screen::<SignIn>}/>
                <Route path=path!("/forgot") view={render_screen::<ForgotPassword>}/>
                <Route path=path!("/reset/:secret") view={render_screen::<ResetPassword>}/>
                <Route path=path!("/settings") view={render_screen::<Settings>}/>
                <Route path=path!("/settings/email/:secret") view={render_screen::<ConfirmEmail>}/>
                <Route path=path!("/admin") view={render_screen::<Admin>}/>
                <Route path=path!("/agents") view={render_screen::<Agents>}/>
                <Route path=path!("/insights") view={render_screen::<InsightsView>}/>
                <Route path=path!("/agents/asked/:secret") view={render_screen::<PublishSheet>}/>
                <Route path=path!("/agents/changes/:version") view={render_screen::<VersionChanges>}/>
                <Route path=path!("/api/auth/oauth2/authorize") view={render_screen::<Consent>}/>
                <Route path=path!("/report/:username") view={render_screen::<Report>}/>
                <Route path=path!("/share") view={render_screen::<OwnerShare>}/>
                <Route path=path!("/:username/share") view={render_screen::<VisitorShare>}/>
            </FlatRoutes>
        </Router>
    }
}

/// The screen of a route.
fn render_screen<S: Screen>() -> AnyView {
    use_context::<S>().map_or_else(any, |screen| screen.view())
}

/// The response's screen, for an address without a screen of its own: the reply to a form, or an error.
fn any() -> AnyView {
    use_context::<AnyScreen>().map_or_else(|| ().into_any(), |AnyScreen(view)| view())
}
