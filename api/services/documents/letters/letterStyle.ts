/** Style sheet of letters in HTML. The Content Security Policy of pages that show them has its hash. */
export const letterStyle = `
@page { size: letter; margin: 0.75in }
body { margin: 0; background: #fff; color: #1d1b16; font: 12pt/1.45 Georgia, 'Times New Roman', serif }
main { box-sizing: border-box; max-width: 7in; margin: 0 auto; padding: 0.75in 0; overflow-wrap: break-word }
main + main { break-before: page }
h1, h2, h3 { font-family: 'Trebuchet MS', Verdana, sans-serif; line-height: 1.15; margin: 0 0 0.4em }
h1 { font-size: 28pt } h2 { font-size: 18pt } h3 { font-size: 14pt }
p { margin: 0 0 0.8em } img { max-width: 100%; height: auto }
table { width: 100%; border-collapse: collapse; margin: 0 0 0.8em } td, th { padding: 6pt 8pt; vertical-align: top; text-align: left }
@media print { main { padding: 0; max-width: none } }
`
