import type { TemplateTag } from '../../domain/templateTags.ts'
import { wordDocument } from './document.ts'
import {
  amber,
  amberDark,
  amberWash,
  gap,
  ink,
  mute,
  pageField,
  paragraph,
  row,
  run,
  teal,
  tealWash,
  text,
} from './markup.ts'

export interface Starter {
  filename: string
  tag: TemplateTag
  content: Buffer
}

const pageWidth = 9840

/** The templates a team begins with: a letter after a storm, an offer in spring, a flyer for the door. */
export function starterTemplates(): Starter[] {
  return [
    { filename: 'storm-follow-up.docx', tag: 'storm', content: stormFollowUp() },
    { filename: 'gutter-cleaning-spring.docx', tag: 'gutter', content: gutterOffer() },
    { filename: 'door-hanger-flyer.docx', tag: 'flyer', content: flyer() },
  ]
}

function letterHead(accent: string): string {
  const name = text('{company_name}', { font: 'Georgia', size: 16, bold: true, after: 0 })
  const day = text('{date_long}', { color: mute, align: 'right', before: 60, after: 0 })
  const edge = { side: 'bottom', color: accent, size: 18 } as const
  return (
    row(
      [
        { width: 6040, content: name, edge },
        { width: 3800, content: day, edge },
      ],
      { padding: 60 },
    ) + gap(0)
  )
}

function letterFoot(): string {
  const small = { size: 9, color: mute }
  return paragraph(
    run('{company_name}{#rep_phone}  ·  {rep_phone}{/rep_phone}  ·  Page ', small) +
      pageField('PAGE', small) +
      run(' of ', small) +
      pageField('NUMPAGES', small),
    { align: 'center', after: 0 },
  )
}

function envelope(): string {
  return text('{addressee}', { bold: true, after: 0 }) + text('{mailing_address}', { after: 280 })
}

function signature(): string {
  return (
    text('Kind regards,', { before: 200, after: 480 }) +
    text('{rep_name}', { font: 'Georgia', size: 14, bold: true, after: 0 }) +
    text('{company_name}', { color: mute, after: 0 })
  )
}

function stormFollowUp(): Buffer {
  const point = (title: string, words: string) => ({
    width: pageWidth / 3,
    content: text(title, { bold: true, color: amberDark, after: 40 }) + text(words, { size: 10, after: 0, line: 252 }),
    fill: amberWash,
    edge: { side: 'top', color: amber } as const,
  })
  const body = [
    envelope(),
    text('After the storm: {street_address}', { font: 'Georgia', size: 20, bold: true, after: 200, line: 252 }),
    text('Dear {salutation},'),
    text(
      'A storm passed over {neighborhood} and we are looking at roofs on your street. Much of the damage that hail and wind leave cannot be seen from the ground, and small openings let water in long before a stain shows on the ceiling.',
    ),
    text(
      'We would like to look at the roof at {street_address}. It takes about half an hour and costs nothing. We check:',
      {
        after: 160,
      },
    ),
    row([
      point('Shingles', 'Bruises and lifted edges, with a photo of each.'),
      point('Gutters', 'Dents, loose hangers and granules washed off the roof.'),
      point('Flashing', 'Seals around vents, chimney and skylights.'),
    ]),
    gap(),
    text('{#owner_address}'),
    text('This letter goes to the mailing address that the county has for the property, in case nobody is home there.'),
    text('{/owner_address}'),
    text('You get the photos and a written report whether or not there is anything to repair.', { after: 200 }),
    row([
      {
        width: pageWidth,
        content:
          text(
            '{#rep_phone}Call or text {rep_name} at {rep_phone}{/rep_phone}{^rep_phone}Ask for {rep_name}{/rep_phone}',
            {
              font: 'Georgia',
              size: 15,
              bold: true,
              color: 'FFFFFF',
              after: 40,
            },
          ) + text('Evenings and Saturdays are fine.', { color: 'F5E7CF', after: 0 }),
        fill: ink,
      },
    ]),
    signature(),
  ]
  return wordDocument({
    title: 'Storm follow-up',
    header: letterHead(amber),
    body: body.join(''),
    footer: letterFoot(),
  })
}

function gutterOffer(): Buffer {
  const step = (number: string, title: string, words: string) =>
    row(
      [
        {
          width: 900,
          content: text(number, { font: 'Georgia', size: 24, bold: true, color: teal, align: 'center', after: 0 }),
          fill: tealWash,
        },
        {
          width: pageWidth - 900,
          content: text(title, { bold: true, after: 20 }) + text(words, { color: mute, after: 0 }),
        },
      ],
      { padding: 90 },
    ) + gap(60)
  const body = [
    envelope(),
    text('{lead_type}', { caps: true, bold: true, size: 10, color: teal, after: 40 }),
    text('Clean gutters before the spring rain', { font: 'Georgia', size: 22, bold: true, after: 200, line: 252 }),
    text('Dear {salutation},'),
    text(
      'A winter of leaves is sitting in the gutters at {street_address}. When they overflow, water runs down the siding and pools at the foundation. We are in {neighborhood} this month and can take care of it in one visit:',
      { after: 180 },
    ),
    step('1', 'We clear every run by hand', 'No blowing onto your beds; everything leaves with us.'),
    step('2', 'We flush the downspouts', 'And tell you about joints that drip, before they rot the boards.'),
    step('3', 'You see the photos', 'Before and after, sent the same day.'),
    text('{#rep_phone}To pick a day, call {rep_name} at {rep_phone}.{/rep_phone}', { bold: true, before: 120 }),
    signature(),
  ]
  return wordDocument({
    title: 'Gutter cleaning in spring',
    header: letterHead(teal),
    body: body.join(''),
    footer: letterFoot(),
  })
}

function flyer(): Buffer {
  const cell = (title: string, words: string) => ({
    width: pageWidth / 2,
    content: text(title, { bold: true, size: 13, after: 40 }) + text(words, { color: mute, after: 0 }),
    edge: { side: 'left', color: amber, size: 36 } as const,
  })
  const body = [
    row(
      [
        {
          width: pageWidth,
          fill: ink,
          content:
            text('To our neighbor at', { size: 14, color: amber, after: 0, before: 160 }) +
            text('{street_address}', {
              font: 'Georgia',
              size: 38,
              bold: true,
              color: 'FFFFFF',
              after: 80,
              line: 240,
            }) +
            text('we stopped by and missed you.', { size: 16, color: 'F5E7CF', after: 200 }),
        },
      ],
      { padding: 220 },
    ),
    gap(280),
    text('We fix what weather does to houses.', { font: 'Georgia', size: 24, bold: true, after: 240, line: 252 }),
    row([
      cell('Roofs', 'Shingle, metal and flat, from one tile to all of it.'),
      cell('Gutters', 'Cleaning, new runs, guards that stay put.'),
    ]),
    gap(160),
    row([
      cell('Storm damage', 'Photos and a report you can hand to your insurer.'),
      cell('Concrete', 'Steps, walks and drives, level again.'),
    ]),
    gap(320),
    row(
      [
        {
          width: pageWidth,
          fill: amber,
          content:
            text('{#rep_phone}Call {rep_phone}{/rep_phone}{^rep_phone}{company_name}{/rep_phone}', {
              font: 'Georgia',
              size: 30,
              bold: true,
              align: 'center',
              after: 0,
            }) + text('{rep_name}, {company_name}', { size: 13, align: 'center', after: 0 }),
        },
      ],
      { padding: 200 },
    ),
    text('A look at your house is free, and so is our opinion.', {
      size: 12,
      color: mute,
      align: 'center',
      before: 240,
      after: 0,
    }),
  ]
  return wordDocument({ title: 'Door hanger', header: gap(0), body: body.join(''), footer: letterFoot() })
}
