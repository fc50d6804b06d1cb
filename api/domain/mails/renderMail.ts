import { mailTexts, type MailContents, type MailKind, type MailWords } from './mailTexts.ts'

/** A mail as it is sent, apart from its sender. */
export interface RenderedMail {
  subject: string
  text: string
  html: string
}

const maxValueLength = 200

/**
 * Renders a mail as plain text and as HTML of the same words. The HTML has no pictures, scripts, styles or links but its own: nothing is
 * loaded when it is read.
 */
export function renderMail<Kind extends MailKind>(kind: Kind, content: MailContents[Kind], home: string): RenderedMail {
  const words = mailTexts[kind](harmless(content))
  return { subject: words.subject, text: toText(words, home), html: toHtml(words, home) }
}

/** The content with texts in which no line, link or direction of writing begins. Urls are ours. */
function harmless<Content extends object>(content: Content): Content {
  const values = Object.entries(content).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' && name !== 'url' ? oneLine(value) : value,
  ])
  return Object.fromEntries(values) as Content
}

function oneLine(text: string): string {
  const line = text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll('://', ' ')
    .trim()
  return line.length > maxValueLength ? `${line.slice(0, maxValueLength).toWellFormed()}…` : line
}

function toText({ paragraphs, button, reason }: MailWords, home: string): string {
  return `${[...paragraphs, `${button.label}:\n${button.url}`, reason, `Porchlight\n${home}`].join('\n\n')}\n`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character]!)

const fonts = `font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`

/** Tables and styles in attributes, which all mail programs read. Those that know dark hues take them from the style sheet. */
function toHtml({ subject, paragraphs, button, reason }: MailWords, home: string): string {
  const line = (text: string) =>
    `<p class="ink" style="margin:0 0 16px;${fonts};font-size:16px;line-height:24px;color:#1c1b18">${escapeHtml(text)}</p>`
  const small = (html: string) =>
    `<p class="faint" style="margin:16px 0 0;${fonts};font-size:13px;line-height:20px;color:#6f6c65">${html}</p>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title>
<style>@media (prefers-color-scheme:dark){.page{background:#121211!important}.card{background:#1a1a18!important;border-color:#2d2d2a!important}.ink{color:#f4f2ed!important}.faint{color:#98948b!important}}</style></head>
<body class="page" style="margin:0;padding:0;background:#f6f6f4">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f6f4"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e5e4e0;border-radius:12px"><tr><td style="padding:28px">
<p class="ink" style="margin:0 0 24px;${fonts};font-size:18px;font-weight:700;line-height:24px;color:#1c1b18"><span style="display:inline-block;width:12px;height:12px;margin-right:8px;border-radius:6px;background:#ffab2e"></span>Porchlight</p>
${paragraphs.map(line).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#ffab2e;${fonts};font-size:16px;font-weight:600;line-height:20px;color:#241703;text-decoration:none">${escapeHtml(button.label)}</a></p>
${small(`If the button does not work, open this address: <span style="word-break:break-all">${escapeHtml(button.url)}</span>`)}
${small(escapeHtml(reason))}
</td></tr></table>
${small(escapeHtml(home))}
</td></tr></table></body></html>
`
}
