import { describe, expect, it } from 'vitest'
import { ownNameKey, parseOwnName } from './ownNames.ts'

/** Languages by their codes, each of which names itself below. */
const languages =
  'aa ab ace ach ada ady ae af agq ain ak akk am an anp ar arn arp arw as asa ast av awa ay az ba ban bas be bem bez bg bho bin bm bn bo br brx bs ca ccp ce ceb cgg chr ckb co cs cv cy da dav de dje doi dsb dua dyo dz ebu ee el en eo es et eu ewo fa ff fi fil fo fr fur fy ga gd gl gsw gu guz gv ha haw he hi hmn hr hsb ht hu hy ia id ig ii is it ja jgo jmc jv ka kab kam kde kea khq ki kk kkj kl kln km kn ko kok ks ksb ksf ksh ku kw ky la lag lb lg lkt ln lo lrc lt lu luo luy lv mai mas mer mfe mg mgh mgo mi mk ml mn mni mr ms mt mua my mzn naq nb nd nds ne nl nmg nn nnh no nus ny nyn om or os pa pcm pl prg ps pt qu rm rn ro rof ru rw rwk sa sah saq sat sbp sc sd se seh ses sg shi si sk sl smn sn so sq sr su sv sw ta te teo tg th ti tk to tr tt twq tzm ug uk ur uz vai vi vo vun wae wo xh xog yav yi yo yue zgh zh zu'.split(
    ' ',
  )
const nameOf = (language: string) => new Intl.DisplayNames([language], { type: 'language' }).of(language)!

describe('a name of a company', () => {
  it('is kept in 200 languages, in each length up to 40 characters', () => {
    const names = new Set(languages.map(nameOf))
    expect(names.size).toBeGreaterThan(200)
    const keys = new Set<string>()
    for (const name of names) {
      expect(parseOwnName(` ${name}  `, 'a stage', 'stages')).toBe(name.normalize('NFC'))
      keys.add(ownNameKey(name))
      const written = Array.from(name.repeat(40))
      for (const length of [1, 39, 40]) {
        const cut = written.slice(0, length).join('').trim().normalize('NFC')
        expect(parseOwnName(cut, 'a stage', 'stages')).toBe(cut)
      }
      const tooLong = () => parseOwnName(written.slice(0, 60).join('').replaceAll(/\s/g, ''), 'a stage', 'stages')
      expect(tooLong).toThrow('The name of a stage has at most 40 characters.')
    }
    expect(keys.size).toBe(names.size)
  })

  it('is counted in code points, however an emoji or a letter is written', () => {
    expect(parseOwnName('🐕'.repeat(40), 'a stage', 'stages')).toBe('🐕'.repeat(40))
    expect(() => parseOwnName('🐕'.repeat(41), 'a stage', 'stages')).toThrow('at most 40')
    expect(parseOwnName('e\u0301'.repeat(40), 'a stage', 'stages')).toBe('é'.repeat(40))
    expect(parseOwnName('👨‍👩‍👧‍👦', 'a stage', 'stages')).toBe('👨‍👩‍👧‍👦')
    expect(() => parseOwnName('a\u202eb', 'a stage', 'stages')).toThrow('characters that cannot be displayed')
    expect(() => parseOwnName('\u200d', 'a stage', 'stages')).toThrow('Enter a name for a stage.')
  })

  it('is the same without regard to case, width and what cannot be seen', () => {
    const same = [
      ['Straße', 'STRASSE'],
      ['ΟΔΟΣ', 'οδός'.normalize('NFD').replaceAll(/\p{M}/gu, '')],
      ['Ｄｏｇ', 'dog'],
      ['do\u200bg', 'DOG'],
      ['Gate\u00a0locked', 'gate locked'],
    ] as const
    for (const [one, other] of same) expect(ownNameKey(one)).toBe(ownNameKey(other))
    expect(ownNameKey('Dog')).not.toBe(ownNameKey('Dogs'))
  })
})
