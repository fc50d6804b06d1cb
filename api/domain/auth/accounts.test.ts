import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPassword, parseEmail, parseName, parseNewEmail, parsePhone, normalizeEmail } from './accounts.ts'
import { isEmail } from './emails.ts'

const refusal = (message: unknown, fields: object) => expect.objectContaining({ message, fields })

describe('an account', () => {
  it('is identified by its email address in any spelling', () => {
    const spellings = ['Casey@Sample.Example', ' casey@sample.example ', 'ＣＡＳＥＹ@sample.example']
    expect(new Set(spellings.map(normalizeEmail))).toEqual(new Set(['casey@sample.example']))
  })

  it.each([
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['casey', 'Invalid email address'],
    ['casey@sample', 'Invalid email address'],
    ['cas\u0000ey@sample.example', 'Invalid email address'],
    [`${'c'.repeat(320)}@sample.example`, 'Invalid email address'],
  ])('rejects the address %j: %s', (email, message) => {
    expect(() => parseEmail(email)).toThrow(refusal(message, { email: message }))
  })

  it('stores its address as typed, without surrounding whitespace', () => {
    expect(parseEmail(' Casey@Sample.example ')).toBe('Casey@Sample.example')
  })

  it.each([
    ['an invisible character', 'a\u200bdmin@sample.example', 'a character that cannot be seen (U+200B)'],
    ['an invisible character in the domain', 'admin@sam\u00adple.example', 'cannot be seen (U+00AD)'],
    ['a change of direction', 'admin\u202e@sample.example', 'cannot be seen (U+202E)'],
    ['a tag character', 'admin\u{e0041}@sample.example', 'cannot be seen (U+E0041)'],
    ['a variation selector', 'admin\ufe0f@sample.example', 'cannot be seen (U+FE0F)'],
    ['a combining character', 'admin\u0301@sample.example', 'cannot be seen (U+0301)'],
    ['a filler', 'admin\u3164@sample.example', 'cannot be seen (U+3164)'],
    ['a Cyrillic letter', '\u0430dmin@sample.example', 'contains the character \u0430 (U+0430)'],
    ['a letter with an accent', 'admin@s\u00e4mple.example', '(U+00E4)'],
    ['a space of another kind', 'ad\u2003min@sample.example', 'Invalid email address'],
    ['a control character', 'ad\u0007min@sample.example', 'Invalid email address'],
    ['two at signs after normalization', 'admin\uff20one@sample.example', 'Invalid email address'],
  ])('cannot be created with an address that contains %s', (_what, email, message) => {
    expect(() => parseNewEmail(email)).toThrow(
      refusal(expect.stringContaining(message), { email: expect.stringContaining(message) }),
    )
  })

  it('can be created with an ASCII address, an international domain, and letters of another width', () => {
    expect(parseNewEmail(" Casey.O'Sample+1@xn--smple-gra.example ")).toBe("Casey.O'Sample+1@xn--smple-gra.example")
    expect(parseNewEmail('ＣＡＳＥＹ@sample.example')).toBe('CASEY@sample.example')
    expect(parseNewEmail('o\ufb03ce@sample.example')).toBe('office@sample.example')
  })

  it('requires a name that can be displayed', () => {
    expect(parseName(' Casey Sample ', 'Full name', 'full_name')).toBe('Casey Sample')
    expect(() => parseName('  ', 'Full name', 'full_name')).toThrow(
      refusal('Full name is required', { full_name: 'Full name is required' }),
    )
    expect(() => parseName('Ca\u0000sey', 'Full name', 'full_name')).toThrow('cannot be displayed')
    expect(parseName('x'.repeat(200), 'Name', 'name')).toHaveLength(200)
    expect(() => parseName('x'.repeat(201), 'Name', 'name')).toThrow('at most 200')
  })

  it('has an optional phone number, and a blank one is null', () => {
    expect([parsePhone(' (555) 0100-118 '), parsePhone('  '), parsePhone(null)]).toEqual(['(555) 0100-118', null, null])
    expect(parsePhone('5'.repeat(50))).toHaveLength(50)
    const message = 'Phone must be at most 50 characters'
    for (const phone of ['5'.repeat(51), '5\u00005'])
      expect(() => parsePhone(phone)).toThrow(refusal(message, { phone: message }))
  })

  const rules = { minimumPasswordLength: 6, refuseCommonPasswords: true, demo: false }
  const owner = { email: 'sam.sample@maple-demo.example', fullName: 'Sam Ödön Sample' }

  it('requires a password between the configured length and 1,000 characters', () => {
    const message = 'Password must be at least 6 characters'
    expect(() => checkPassword('12345', rules, 'Password must be at least N characters', 'password', owner)).toThrow(
      refusal(message, { password: message }),
    )
    expect(() => checkPassword('12a45z', rules, 'N', 'password', owner)).not.toThrow()
    expect(() => checkPassword('x'.repeat(1_000), rules, 'N', 'password', owner)).not.toThrow()
    expect(() => checkPassword('x'.repeat(1_001), rules, 'N', 'password', owner)).toThrow('at most 1,000')
  })

  it('refuses the commonest passwords in upper and lower case, unless the setting allows them', () => {
    const message = expect.stringContaining('This password is too common.')
    for (const common of ['123456', 'password123', 'PassWord', 'QWERTYUIOP'])
      expect(() => checkPassword(common, rules, 'N', 'new_password', owner)).toThrow(
        refusal(message, { new_password: message }),
      )
    for (const rare of ['porch light bulb', 'password 123', 'a sample password'])
      expect(() => checkPassword(rare, rules, 'N', 'password', owner)).not.toThrow()
    expect(() =>
      checkPassword('password123', { ...rules, refuseCommonPasswords: false }, 'N', 'password', owner),
    ).not.toThrow()
  })

  it('refuses names with nothing but digits and signs added, and the name of the product outside of the demo', () => {
    const message = expect.stringContaining('This password is a name or an email address, which is easy to guess.')
    const refused = refusal(message, { password: message })
    for (const name of ['Sample2026', 's.a.m.s.a.m.p.l.e', 'ÖDÖN-1234', 'samödönsample', 'maple-demo!', owner.email])
      expect(() => checkPassword(name, rules, 'N', 'password', owner)).toThrow(refused)
    expect(() => checkPassword('Porchlight!26', rules, 'N', 'password', owner)).toThrow(refused)
    expect(() => checkPassword('porchlight', { ...rules, demo: true }, 'N', 'password', owner)).not.toThrow()
    for (const other of ['sample of rain', '7394 5028', 'sam+riley', '👩👩👩👩👩👩'])
      expect(() => checkPassword(other, rules, 'N', 'password', owner)).not.toThrow()
  })

  it('can have a password without letters, also if its address has a part without letters', () => {
    const numbered = { email: '2026@sample.example', fullName: 'Sam Sample 2' }
    expect(() => checkPassword('7394 5028', rules, 'N', 'password', numbered)).not.toThrow()
  })
})

describe('an email address', () => {
  it('is a text with one @, and a dot with characters on both sides after it', () => {
    const characters = ['a', 'é', '@', '@', '.', '.', ' ', '\n', '\u00a0', '\0', '👩']
    const texts = fc.string({ unit: fc.constantFrom(...characters), maxLength: 10 })
    fc.assert(
      fc.property(texts, (text) => {
        expect(isEmail(text)).toBe(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && !text.includes('\0'))
      }),
      { numRuns: 20_000 },
    )
  })

  it('has at most 320 characters', () => {
    const domain = '@sample.example'
    const longest = 'c'.repeat(320 - domain.length) + domain
    expect([isEmail(longest), isEmail(`c${longest}`)]).toEqual([true, false])
  })
})
