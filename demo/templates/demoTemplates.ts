import type { TemplateTag } from '../../api/domain/templates/templateTags.ts'
import { createLetter, createLetterFooter } from '../../api/services/documents/starters/letterLayout.ts'
import {
  amber,
  amberDark,
  amberWash,
  ink,
  muted,
  teal,
  tealWash,
  toGap,
  toHeading,
  toRow,
  toTextParagraph,
} from '../../api/services/documents/starters/markup.ts'
import { createWordDocument } from '../../api/services/documents/starters/wordDocument.ts'

interface DemoTemplate {
  filename: string
  tag: TemplateTag
  content: Buffer
}

const pageWidth = 9840

/** The templates of a demo tenant: a storm letter, a spring offer and a door hanger. */
export function createDemoTemplates(): DemoTemplate[] {
  return [
    { filename: 'storm-follow-up.docx', tag: 'storm', content: createStormFollowUp() },
    { filename: 'gutter-cleaning-spring.docx', tag: 'gutter', content: createGutterOffer() },
    { filename: 'door-hanger-flyer.docx', tag: 'flyer', content: createFlyer() },
  ]
}

/** A filled box across the page. */
function toBox(fill: string, content: string, padding?: number): string {
  return toRow([{ width: pageWidth, fill, content }], { padding })
}

function createStormFollowUp(): Buffer {
  const point = (title: string, words: string) => ({
    width: pageWidth / 3,
    content:
      toTextParagraph(title, { bold: true, color: amberDark, after: 40 }) +
      toTextParagraph(words, { size: 10, after: 0, line: 252 }),
    fill: amberWash,
    border: { side: 'top', color: amber } as const,
  })
  const body = [
    toHeading('After the storm: {street_address}', 20, { after: 200, line: 252 }),
    toTextParagraph('Dear {salutation},'),
    toTextParagraph(
      'A storm passed over {neighborhood} and we are looking at roofs on your street. Much of the damage that hail and wind leave cannot be seen from the ground, and small openings let water in long before a stain shows on the ceiling.',
    ),
    toTextParagraph(
      'We would like to look at the roof at {street_address}. It takes about half an hour and costs nothing. We check:',
      { after: 160 },
    ),
    toRow([
      point('Shingles', 'Bruises and lifted edges, with a photo of each.'),
      point('Gutters', 'Dents, loose hangers and granules washed off the roof.'),
      point('Flashing', 'Seals around vents, chimney and skylights.'),
    ]),
    toGap(),
    toTextParagraph('{#owner_address}'),
    toTextParagraph(
      'This letter goes to the mailing address that the county has for the property, in case nobody is home there.',
    ),
    toTextParagraph('{/owner_address}'),
    toTextParagraph('You get the photos and a written report whether or not there is anything to repair.', {
      after: 200,
    }),
    toBox(
      ink,
      toHeading(
        '{#rep_phone}Call or text {rep_name} at {rep_phone}{/rep_phone}{^rep_phone}Ask for {rep_name}{/rep_phone}',
        15,
        { color: 'FFFFFF', after: 40 },
      ) + toTextParagraph('Evenings and Saturdays are fine.', { color: 'F5E7CF', after: 0 }),
    ),
  ]
  return createLetter('Storm follow-up', amber, body)
}

function createGutterOffer(): Buffer {
  const step = (number: string, title: string, words: string) =>
    toRow(
      [
        { width: 900, content: toHeading(number, 24, { color: teal, align: 'center', after: 0 }), fill: tealWash },
        {
          width: pageWidth - 900,
          content:
            toTextParagraph(title, { bold: true, after: 20 }) + toTextParagraph(words, { color: muted, after: 0 }),
        },
      ],
      { padding: 90 },
    ) + toGap(60)
  const body = [
    toTextParagraph('{lead_type}', { caps: true, bold: true, size: 10, color: teal, after: 40 }),
    toHeading('Clean gutters before the spring rain', 22, { after: 200, line: 252 }),
    toTextParagraph('Dear {salutation},'),
    toTextParagraph(
      'A winter of leaves is sitting in the gutters at {street_address}. When they overflow, water runs down the siding and pools at the foundation. We are in {neighborhood} this month and can take care of it in one visit:',
      { after: 180 },
    ),
    step('1', 'We clear every run by hand', 'No blowing onto your beds; everything leaves with us.'),
    step('2', 'We flush the downspouts', 'And tell you about joints that drip, before they rot the boards.'),
    step('3', 'You see the photos', 'Before and after, sent the same day.'),
    toTextParagraph('{#rep_phone}To pick a day, call {rep_name} at {rep_phone}.{/rep_phone}', {
      bold: true,
      before: 120,
    }),
  ]
  return createLetter('Gutter cleaning in spring', teal, body)
}

function createFlyer(): Buffer {
  const cell = (title: string, words: string) => ({
    width: pageWidth / 2,
    content:
      toTextParagraph(title, { bold: true, size: 13, after: 40 }) + toTextParagraph(words, { color: muted, after: 0 }),
    border: { side: 'left', color: amber, size: 36 } as const,
  })
  const body = [
    toBox(
      ink,
      toTextParagraph('To our neighbor at', { size: 14, color: amber, after: 0, before: 160 }) +
        toHeading('{street_address}', 38, { color: 'FFFFFF', after: 80, line: 240 }) +
        toTextParagraph('we stopped by and missed you.', { size: 16, color: 'F5E7CF', after: 200 }),
      220,
    ),
    toGap(280),
    toHeading('We fix what weather does to houses.', 24, { after: 240, line: 252 }),
    toRow([
      cell('Roofs', 'Shingle, metal and flat, from one tile to all of it.'),
      cell('Gutters', 'Cleaning, new runs, guards that stay put.'),
    ]),
    toGap(160),
    toRow([
      cell('Storm damage', 'Photos and a report you can hand to your insurer.'),
      cell('Concrete', 'Steps, walks and drives, level again.'),
    ]),
    toGap(320),
    toBox(
      amber,
      toHeading('{#rep_phone}Call {rep_phone}{/rep_phone}{^rep_phone}{company_name}{/rep_phone}', 30, {
        align: 'center',
        after: 0,
      }) + toTextParagraph('{rep_name}, {company_name}', { size: 13, align: 'center', after: 0 }),
      200,
    ),
    toTextParagraph('A look at your house is free, and so is our opinion.', {
      size: 12,
      color: muted,
      align: 'center',
      before: 240,
      after: 0,
    }),
  ]
  return createWordDocument({
    title: 'Door hanger',
    header: toGap(0),
    body: body.join(''),
    footer: createLetterFooter(),
  })
}
