//! The card of the landing and sign-in screens: glazed tiles around an arched opening that contains a form (looks, 8).

use leptos::prelude::*;

/// Columns and rows of the tiles with a brass flower: fixed, so that the wall never changes.
const FLOWERS: [(u32, u32); 11] =
    [(2, 0), (9, 0), (16, 0), (13, 1), (3, 2), (0, 3), (14, 3), (1, 5), (15, 5), (17, 4), (4, 4)];
const COLUMNS: u32 = 18;
const ROWS: u32 = 6;

/// The tiled wall with `inside` in its opening; `half` shows the lower half only.
pub fn form_card(half: bool, inside: AnyView) -> AnyView {
    view! {
        <div class="site-form-card" class:half=half>
            <svg class="site-form-card-tiles" viewBox="0 0 1296 432" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
                <defs>
                    <linearGradient id="glaze" x1="0" y1="0" x2="1" y2="1">
                        <stop offset="0" stop-color="#fff" stop-opacity=".16"></stop>
                        <stop offset=".45" stop-color="#fff" stop-opacity=".02"></stop>
                        <stop offset="1" stop-color="#000" stop-opacity=".26"></stop>
                    </linearGradient>
                    <g id="flower" fill="none" stroke="#c9a25c" stroke-width="1.8">
                        <path d="M36 36c-7-6-7-13 0-21 7 8 7 15 0 21zM36 36c-6 7-13 7-21 0 8-7 15-7 21 0zM36 36c6 7 13 7 21 0-8-7-15-7-21 0zM36 36c-7 6-7 13 0 21 7-8 7-15 0-21z"></path>
                    </g>
                </defs>
                {(0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| tile(column, row))).collect_view()}
            </svg>
            <div class="site-form-card-arch">{inside}</div>
        </div>
    }
    .into_any()
}

/// One glazed tile in one of five similar greens, lit from the upper left.
fn tile(column: u32, row: u32) -> AnyView {
    const GREENS: [&str; 5] = ["#1f5446", "#24604f", "#1c4b3f", "#29684f", "#215a50"];
    let shade = (column.wrapping_mul(2_654_435_761).wrapping_add(row.wrapping_mul(40_503)) >> 7) % 5;
    let fill = GREENS.get(shade as usize).copied().unwrap_or("#1f5446");
    let (x, y) = (column * 72, row * 72);
    let flower = FLOWERS.contains(&(column, row)).then(|| view! { <use href="#flower"></use> });
    view! {
        <g transform=format!("translate({x} {y})")>
            <rect x="1" y="1" width="70" height="70" rx="2" fill=fill></rect>
            <rect x="1" y="1" width="70" height="70" rx="2" fill="url(#glaze)"></rect>
            <path d="M2 70V2h68" fill="none" stroke="#fff" stroke-opacity=".22"></path>
            <path d="M2 70h68V2" fill="none" stroke="#000" stroke-opacity=".3"></path>
            {flower}
        </g>
    }
    .into_any()
}
