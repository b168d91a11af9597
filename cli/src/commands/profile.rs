//! `mantel profile`: who the page is about.

use clap::Args;
use mantel_model::Edit;
use mantel_model::api::ProfileReply;
use serde_json::Value;

use super::edit_result;
use super::upload;
use crate::args::fields::Fields;
use crate::args::terms::Terms;
use crate::args::values::{focus, number, place, switch, text_or_null};
use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::output::style::clean;

/// Change the profile; what is not given stays, empty words take a field away
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel profile --name 'Ines Harrow' --bio 'Stoneware for the table.'
  mantel profile --avatar ./me.jpg --avatar-focus 50,30 --avatar-zoom 1.4
  mantel profile --location ''")]
pub struct Profile {
    /// Display name
    #[arg(long)]
    name: Option<String>,
    /// A few sentences
    #[arg(long, value_parser = text_or_null)]
    bio: Option<Value>,
    /// Picture: an address or a file; none takes it away
    #[arg(long, value_parser = place)]
    avatar: Option<Value>,
    /// A place, in words
    #[arg(long, value_parser = text_or_null)]
    location: Option<Value>,
    /// The point of the picture kept in view, percent
    #[arg(long, value_name = "X,Y", value_parser = focus)]
    avatar_focus: Option<Value>,
    /// Crop factor, 1 to 3
    #[arg(long, value_name = "ZOOM", value_parser = number)]
    avatar_zoom: Option<Value>,
    /// What search results call the page, instead of the name
    #[arg(long, value_name = "TEXT", value_parser = text_or_null)]
    page_title: Option<Value>,
    /// What they say about it, instead of the bio
    #[arg(long, value_name = "TEXT", value_parser = text_or_null)]
    page_description: Option<Value>,
    /// Language of the page, like en, pt-BR or ar; without one it is found from the words
    #[arg(long, value_name = "TAG", value_parser = text_or_null)]
    lang: Option<Value>,
    /// Whether search engines may list the page
    #[arg(long, value_name = "SWITCH", value_parser = switch)]
    listed: Option<bool>,
    #[command(flatten)]
    terms: Terms,
}

impl Profile {
    pub fn run(self, context: &Context) -> Outcome {
        let fields = Fields::default()
            .put("name", self.name)
            .put("bio", self.bio)
            .put("avatar", self.avatar)
            .put("location", self.location)
            .put("avatarFocus", self.avatar_focus)
            .put("avatarZoom", self.avatar_zoom)
            .put("pageTitle", self.page_title)
            .put("pageDescription", self.page_description)
            .put("lang", self.lang)
            .put("listed", self.listed);
        if fields.is_empty() {
            return Err(Failure::Usage("There is nothing to change; name a field, like --bio".to_owned()));
        }
        let client = Client::with_key(context)?;
        let fields = upload::uploaded(context, &client, &self.terms, fields.map(), &["avatar"])?;
        let reply = client.edit(&Edit::Profile(Value::Object(fields)), self.terms.to_api())?;
        edit_result::print(context, &self.terms, &reply, |profile_reply: ProfileReply| {
            context.print(&shown(context, &profile_reply.profile))?;
            edit_result::note_version(context, profile_reply.version, profile_reply.unpublished_changes);
            Ok(())
        })
    }
}

fn shown(context: &Context, profile: &mantel_model::Profile) -> String {
    let mut lines = vec![context.data.bold(&clean(&profile.name))];
    lines.extend(profile.bio.iter().map(|bio| clean(bio)));
    lines.extend(profile.location.iter().map(|place| context.data.dim(&clean(place))));
    lines.extend(profile.avatar.iter().map(|avatar| context.data.dim(&clean(avatar.as_str()))));
    lines.join("\n")
}
