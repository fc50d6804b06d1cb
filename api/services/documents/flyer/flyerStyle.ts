/**
 * Style sheet of the flyer: a US Letter page on a gray background, without the background in print. `font` is a
 * base64-encoded woff2 file.
 */
export const flyerStyle = (font: string): string => `
@font-face { font-family: Figtree; font-weight: 300 900; src: url(data:font/woff2;base64,${font}) format('woff2'); }
@page { size: letter; margin: 0; }
* { box-sizing: border-box; margin: 0; padding: 0; }
html { background: #e5e4e0; color: #1c1b18; font: 400 10.5pt/1.45 Figtree, system-ui, sans-serif; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { padding: 24px 16px; }
ul, ol { list-style: none; }
h1, h2, h3 { letter-spacing: -.018em; }
.sheet { display: flex; flex-direction: column; gap: .22in; width: 8.5in; min-height: 11in; margin: 0 auto; padding-bottom: .24in; background: #fff; box-shadow: 0 2px 6px rgb(28 27 24 / .1), 0 24px 56px -20px rgb(28 27 24 / .4); }
.sheet > section, .fine { margin: 0 .6in; }
.hero { position: relative; display: grid; grid-template-columns: 1.08fr 1fr; align-items: end; min-height: 3.3in; padding: .5in .6in 0; overflow: hidden; background: #1c1b18; color: #fff; }
.hero::after { content: ''; z-index: 2; position: absolute; inset: auto 0 0; height: 6px; background: #ffab2e; }
.company { position: absolute; top: .45in; left: .6in; display: flex; align-items: center; gap: 10px; font-size: 13pt; font-weight: 650; }
.mark { width: 34px; height: 34px; }
.claim { position: relative; z-index: 1; align-self: center; padding: .7in 0 .36in; }
h1 { max-width: 12em; font-size: 27pt; font-weight: 700; line-height: 1.1; letter-spacing: -.026em; text-wrap: balance; }
.lead { max-width: 27em; margin-top: .14in; color: #d6d2c8; font-size: 11.5pt; }
.house { position: relative; z-index: 0; display: block; overflow: visible; width: 108%; margin-bottom: 6px; }
h2 { font-size: 14pt; font-weight: 680; }
h3 { font-size: 11.5pt; font-weight: 650; }
.services, .steps { display: grid; grid-template-columns: repeat(3, 1fr); gap: .2in; margin-top: .12in; }
.services li { padding: .15in .17in .16in; border: 1px solid #e5e4e0; border-radius: 10px; }
.services svg { width: 34px; height: 34px; margin-bottom: .08in; padding: 6px; border-radius: 8px; background: #fff4e2; color: #8a4b00; }
.services p, .steps p { margin-top: 2px; color: #56534c; }
.steps { counter-reset: step; }
.steps li { position: relative; padding-left: .42in; counter-increment: step; }
.steps li::before { content: counter(step); position: absolute; left: 0; top: 1px; display: grid; place-items: center; width: .29in; height: .29in; border-radius: 50%; background: #ffab2e; color: #241703; font-weight: 700; }
.note { padding: .15in .22in .2in; border: 1.5px dashed #8f8c85; border-radius: 10px; }
.note dl { display: grid; grid-template-columns: 1fr 1fr; gap: .13in .3in; margin-top: .06in; }
.note .wide { grid-column: 1 / -1; }
.note dt { color: #56534c; font-size: 9pt; }
.note dd { height: .25in; border-bottom: 1px solid #8f8c85; }
.call { display: flex; align-items: center; justify-content: space-between; gap: .3in; margin: auto .6in 0; padding: .19in .26in; border-radius: 12px; background: #ffab2e; color: #241703; }
.small { font-size: 9.5pt; }
.call > .small { text-align: right; }
.phone { font-size: 25pt; font-weight: 750; line-height: 1.1; letter-spacing: -.02em; font-variant-numeric: tabular-nums; white-space: nowrap; }
.fine { color: #6f6c65; font-size: 8pt; text-align: center; }
@media screen and (max-width: 8.9in) {
  body { padding: 0; }
  .sheet { width: 100%; min-height: 0; box-shadow: none; }
  .sheet > section, .fine { margin: 0 20px; }
  .hero { grid-template-columns: 1fr; padding: 24px 20px 0; }
  .company { position: static; }
  .claim { padding: 24px 0 8px; }
  h1 { font-size: 24pt; }
  .house { width: 100%; max-width: 420px; margin-inline: auto; }
  .services, .steps, .note dl { grid-template-columns: 1fr; }
  .call { flex-direction: column; align-items: flex-start; margin: 0 20px; }
  .call > .small { text-align: left; }
}
@media print {
  html { background: #fff; }
  body { padding: 0; }
  .sheet { width: 8.5in; height: 11in; box-shadow: none; }
}
`
