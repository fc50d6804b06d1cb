import { describe, expect, it } from 'vitest'
import { mailKinds, type MailContents, type MailKind } from './mailTexts.ts'
import { renderMail } from './renderMail.ts'

const url = 'https://porchlight.example/invitation/TOKEN?a=1&b="2"'
const contents: MailContents = {
  invitation: { company: 'Maple & Sons', inviter: 'Sam Sample', role: 'sales_rep', url, days: 7 },
  email_confirmation: { company: 'Maple & Sons', url, hours: 1 },
  password_reset: { url, minutes: 30 },
  approval_wanted: { person: 'Sam Sample', email: 'sam@sample.example', url },
  account_approved: { company: 'Maple & Sons', role: 'owner', url },
  new_device: { device: 'Chrome on Windows', address: '192.0.2.x', url },
  locked_out: { minutes: 15, url },
  export_ready: { what: 'leads', url },
  webhook_disabled: { host: 'hooks.sample.example', why: 'nothing was delivered for 24 hours', url },
  backup_failed: { failure: 'not_copied', at: '2026-11-29T22:14:00.000Z', url },
  registry_expires: { city: 'Grove City', days: 30, url },
  permit_expires: { city: 'Grove City', days: 7, url },
}
const home = 'https://porchlight.example'
const render = (kind: MailKind) => renderMail(kind, contents[kind], home)

describe('a rendered mail', () => {
  it.each(mailKinds)(
    'of the kind %s has a subject of one line, the link in both parts, and nothing to load',
    (kind) => {
      const { subject, text, html } = render(kind)
      expect(subject).toMatch(/^[^\r\n]{10,150}$/)
      expect(text).toContain(`:\n${url}\n`)
      expect(html).toContain('href="https://porchlight.example/invitation/TOKEN?a=1&amp;b=&quot;2&quot;"')
      expect(html).not.toMatch(/<(img|script|link|iframe|object)|url\(|@import|src=/i)
      expect(html.match(/href="/g)).toHaveLength(1)
    },
  )

  it('names company, inviter and role, and counts in singular and plural', () => {
    expect(render('invitation')).toMatchObject({
      subject: 'Sam Sample invites you to Maple & Sons on Porchlight',
      text: expect.stringContaining('as a sales rep.\n\nOpen the link and choose a password. It is valid for 7 days.'),
      html: expect.stringContaining('Maple &amp; Sons'),
    })
    expect(render('email_confirmation').text).toContain('valid for 1 hour.')
  })

  it('makes what strangers typed harmless', () => {
    const company = '<b onclick="x">\r\nBcc: all@sample.example\u202e\u2028https://evil.example/' + 'x'.repeat(500)
    const { subject, text, html } = renderMail('invitation', { ...contents.invitation, company }, home)
    expect(subject).not.toMatch(/[\r\n\u2028\u202e]/)
    expect(subject.length).toBeLessThan(300)
    expect(text).not.toContain('https://evil.example')
    expect(text).not.toMatch(/^Bcc:/m)
    expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt; Bcc: all@sample.example')
    expect(html).not.toContain('<b ')
  })
})
