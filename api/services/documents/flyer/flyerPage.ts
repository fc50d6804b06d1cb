import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { flyerStyle } from './flyerStyle.ts'

interface Page {
  html: string
  /** The inline style sheet, whose hash a security policy can allow. */
  style: string
}

let cachedPage: Page | undefined

/** Returns the flyer of a fictional company, rendered once. */
export function getFlyer(): Page {
  cachedPage ??= renderFlyer()
  return cachedPage
}

function renderFlyer(): Page {
  const style = flyerStyle(readFont())
  return { html: `${head(style)}${body}`, style }
}

const readFont = () =>
  readFileSync(
    fileURLToPath(import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')),
  ).toString('base64')

const head = (style: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Example Exteriors: a free look at your roof</title>
<style>${style}</style>
</head>
`

const services = [
  {
    name: 'Storm damage',
    text: 'Lifted edges, bruises from hail, wet spots under the deck: photographed and recorded.',
    glyph: '<path d="M7 15a4.5 4.5 0 0 1 .6-9A6 6 0 0 1 19 8a3.6 3.6 0 0 1 .4 7"/><path d="m13 11-3 5h4l-3 5"/>',
  },
  {
    name: 'Shingle repair',
    text: 'Single shingles matched and replaced, valleys and flashing sealed, nails swept up.',
    glyph: '<path d="m3 12 9-8 9 8"/><path d="M6 10v9h12v-9"/><path d="M6 14.5h12M10 10v4.5M14 14.5V19"/>',
  },
  {
    name: 'Gutter cleaning',
    text: 'Every run and downspout emptied by hand and flushed, before the next hard rain.',
    glyph:
      '<path d="M3 6h18v3a3 3 0 0 1-3 3H3z"/><path d="M16 12v4"/><path d="M16 18.2c-1.2 1.5-1.2 2.8 0 2.8s1.2-1.3 0-2.8z"/>',
  },
]

const steps = [
  ['Call', 'Tell us what you saw, and when you are at home.'],
  ['We look', 'From the ladder and with you, in about half an hour.'],
  ['You decide', 'One page with pictures and a price. No signature at the door.'],
]

const renderIcon = (glyph: string) =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${glyph}</svg>`

const logo = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2b2a26"/>
<circle cx="16" cy="20" r="9" fill="#ffab2e" opacity=".3"/><circle cx="16" cy="20" r="4.8" fill="#ffb142"/>
<path d="M6.5 15.2 16 7.2l9.5 8" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** Drawing of a house at night with its porch light on. */
const houseDrawing = `<svg class="house" viewBox="0 0 360 250" aria-hidden="true">
<defs><radialGradient id="glow"><stop offset="0" stop-color="#ffb142" stop-opacity=".62"/><stop offset=".35" stop-color="#ffab2e" stop-opacity=".2"/><stop offset="1" stop-color="#ffab2e" stop-opacity="0"/></radialGradient></defs>
<circle cx="306" cy="44" r="17" fill="#f4f2ed" opacity=".9"/><circle cx="299" cy="39" r="15" fill="#1c1b18"/>
<g fill="#f4f2ed" opacity=".55"><circle cx="40" cy="36" r="1.6"/><circle cx="92" cy="20" r="1.2"/><circle cx="150" cy="40" r="1.4"/><circle cx="214" cy="22" r="1.2"/><circle cx="256" cy="64" r="1.4"/><circle cx="338" cy="92" r="1.2"/></g>
<path d="M-900 222h1800v60H-900z" fill="#2f3a2b"/>
<path d="M62 124h176v98H62z" fill="#3d3c38"/><path d="M44 128 150 46l106 82z" fill="#56534c"/>
<path d="M150 46 256 128h-22L150 63 66 128H44z" fill="#6f6c65"/>
<path d="M96 92h54M82 104h96M68 116h128" stroke="#3d3c38" stroke-width="2.5"/>
<path d="M238 150h74v72h-74z" fill="#34332f"/><path d="M228 152l46-34 50 34z" fill="#4a4842"/>
<g fill="#ffc374"><path d="M84 146h34v32H84z"/><path d="M136 146h34v32h-34z"/><path d="M258 170h34v24h-34z" opacity=".55"/></g>
<path d="M101 146v32M84 162h34M153 146v32M136 162h34" stroke="#3d3c38" stroke-width="3"/>
<path d="M190 160h30v62h-30z" fill="#8a4b00"/><circle cx="214" cy="194" r="2.2" fill="#ffc374"/>
<path d="M226 158v8" stroke="#bab6ad" stroke-width="2"/><circle cx="226" cy="171" r="6" fill="#ffb142"/>
<circle cx="226" cy="172" r="112" fill="url(#glow)"/>
<path d="M184 222h48l8 10h-64z" fill="#6f6c65"/>
<g fill="#35452f"><circle cx="30" cy="204" r="22"/><circle cx="52" cy="212" r="14"/><circle cx="332" cy="208" r="18"/></g></svg>`

const body = `<body>
<main class="sheet">
<header class="hero">
<p class="company">${logo}<span>Example Exteriors</span></p>
<div class="claim"><h1>Is your roof ready for the next storm?</h1>
<p class="lead">We were on your street today and would like to take a look, free and without obligation.</p></div>
${houseDrawing}
</header>
<section aria-labelledby="services"><h2 id="services">What we do</h2>
<ul class="services">${services
  .map(({ name, text, glyph }) => `<li>${renderIcon(glyph)}<h3>${name}</h3><p>${text}</p></li>`)
  .join('')}</ul></section>
<section aria-labelledby="steps"><h2 id="steps">How it goes</h2>
<ol class="steps">${steps.map(([name, text]) => `<li><h3>${name}</h3><p>${text}</p></li>`).join('')}</ol></section>
<section class="note" aria-labelledby="note"><h2 id="note">Sorry we missed you</h2>
<dl><div><dt>I was here on</dt><dd></dd></div><div><dt>My name is</dt><dd></dd></div><div class="wide"><dt>What I saw from the street</dt><dd></dd></div></dl></section>
<footer class="call">
<div><p class="small">Call or text, seven days a week</p><p class="phone">(555) 0100-142</p></div>
<p class="small">12 Sample Square, Mockville, IN 46299<br>Licensed and insured in an invented town</p>
</footer>
<p class="fine">Example Exteriors, its address and its telephone number are invented. The first inspection is free.</p>
</main>
</body>
</html>
`
