/**
 * Abbreviations of USPS Publication 28: street suffixes (appendix C1), directionals (appendix B) and ordinals, which county
 * records abbreviate too. Each group lists the standard abbreviation, then its other spellings.
 */
const suffixTable = `
aly alley allee ally|anx annex anex|arc arcade|ave avenue av aven avenu avn avnue|bch beach|bnd bend|blf bluff
blvd boulevard boul boulv|br branch|brg bridge|brk brook|byp bypass|cp camp|cyn canyon|cpe cape|cswy causeway
ctr center cent centre cntr|cir circle circ circl crcl|clf cliff|clb club|cmn common|cor corner|crse course
ct court crt|cts courts|cv cove|crk creek|cres crescent crsnt|xing crossing|curv curve|dl dale|dm dam|dv divide
dr drive driv drv|est estate|expy expressway expr expw|ext extension|fls falls|fry ferry|fld field|flt flat
frd ford|frst forest|frg forge|frk fork|ft fort|fwy freeway|gdn garden|gdns gardens|gtwy gateway|gln glen|grn green
grv grove|hbr harbor harbour|hvn haven|hts heights ht|hwy highway hiway hiwy hway|hl hill|hls hills|holw hollow
inlt inlet|is island|isle isles|jct junction|ky key|knl knoll|lk lake|lndg landing|ln lane|lgt light|loop
mall|mnr manor|mdw meadow|mdws meadows|ml mill|msn mission|mt mount mnt|mtn mountain|nck neck|orch orchard|oval ovl
park prk|pkwy parkway parkwy pkway pky|pass|path|pike|pne pine|pnes pines|pl place|pln plain
plz plaza plza|pt point|prt port|pr prairie|radl radial|rnch ranch|rst rest|rdg ridge|riv river|rd road|rte route rt
row|run|shl shoal|shr shore|spg spring|spgs springs|sq square sqr squ|sta station|strm stream|st street str strt saint
smt summit|ter terrace terr|trce trace|trak track|trl trail|tunl tunnel|tpke turnpike trnpk|un union|vly valley
vw view|vlg village|vis vista|walk|way wy|wl well|wls wells`

const directionalTable = `n north|s south|e east|w west|ne northeast|nw northwest|se southeast|sw southwest`

const ordinalTable = `1st first|2nd second|3rd third|4th fourth|5th fifth|6th sixth|7th seventh|8th eighth|9th ninth
10th tenth|11th eleventh|12th twelfth`

/** Suffixes that mark the end of a street name. 'Mill' and 'Spring' are left out because more street names begin with them. */
const commonSuffixes = `aly ave blvd cir ct cres cv dr expy ext hwy ln loop pkwy pl plz rd rte row sq st ter tpke trl way walk
path pike`

function parseGroups(text: string): string[][] {
  return text
    .split(/[|\n]/)
    .map((line) => line.trim().split(/\s+/))
    .filter(([standard]) => standard)
}

const allGroups = [suffixTable, directionalTable, ordinalTable].flatMap(parseGroups)

/** Maps other spellings to the standard one: 'street' → 'st', 'west' → 'w', 'twelfth' → '12th'. */
export const standardSpelling: ReadonlyMap<string, string> = new Map(
  allGroups.flatMap(([standard, ...others]) => others.map((other) => [other, standard!] as const)),
)

/** Maps a standard spelling to the others: 'st' → ['street', 'str', …]. */
export const alternateSpellings: ReadonlyMap<string, readonly string[]> = new Map(
  allGroups.map(([standard, ...others]) => [standard!, others]),
)

/** The other spellings that a search for a token finds: 'street' → ['st'], 'st' → ['street', 'str', …]. */
export function otherSpellings(token: string): readonly string[] {
  const standard = standardSpelling.get(token)
  return [...(standard ? [standard] : []), ...(alternateSpellings.get(token) ?? [])]
}

/** The standard spellings of the directionals. */
export const directionals: ReadonlySet<string> = new Set(parseGroups(directionalTable).map(([standard]) => standard!))

/** The standard spellings of the suffixes that mark the end of a street name. */
export const streetSuffixes: ReadonlySet<string> = new Set(commonSuffixes.split(/\s+/))

const stateTable = `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware
DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky
LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana
NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota
OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota
GU Guam|VI Virgin Islands|AS American Samoa|AE Armed Forces Europe|AP Armed Forces Pacific|AA Armed Forces Americas
FM Micronesia|MH Marshall Islands|MP Northern Mariana Islands|PW Palau
TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming`

/** Maps names and codes of states in lower case to codes: 'in' and 'indiana' → 'IN'. */
export const stateCodes: ReadonlyMap<string, string> = new Map(
  stateTable.split(/[|\n]/).flatMap((line) => {
    const code = line.slice(0, 2)
    return [
      [code.toLowerCase(), code],
      [line.slice(3).toLowerCase(), code],
    ] as const
  }),
)

/** Whether the text is the name or the code of a state, in any case. */
export const isState = (text: string): boolean => stateCodes.has(text.trim().toLowerCase())
