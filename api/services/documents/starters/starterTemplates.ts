import { propertyTypeLabels, propertyTypes, type PropertyType } from '../../../domain/enums.ts'
import { createLetter } from './letterLayout.ts'
import { toHeading, toTextParagraph } from './markup.ts'

export interface StarterTemplate {
  filename: string
  tag: PropertyType
  content: Buffer
}

/** The color of the line below the sender: gray, which goes with the logo of any company. */
const lineColor = '8D887E'

/** The heading of the letter of each service type, why it is sent, and what the company does. */
const letters: Record<PropertyType, [heading: string, reason: string, offer: string]> = {
  gutter: [
    'Gutter cleaning at {street_address}',
    'Leaves and granules collect in gutters over the year. Water that cannot run off runs down the siding and pools at the foundation.',
    'We clean gutters and downspouts, and tell you about joints and hangers that need repair.',
  ],
  metal_roof: [
    'The roof at {street_address}',
    'A metal roof lasts long, but its screws, seams and seals wear earlier than its panels. Small openings let water in before a stain shows on a ceiling.',
    'We install, repair and inspect metal roofs, and give you a written offer for the work that is needed.',
  ],
  shingle: [
    'The shingles at {street_address}',
    'Lifted, cracked or missing shingles are hard to see from the ground, and a few of them are enough to let water in.',
    'We repair and replace shingles, and show you photos of what we find.',
  ],
  storm: [
    'After the storm: {street_address}',
    'Hail and wind leave damage that often cannot be seen from the ground. It pays to have the roof, the gutters and the siding looked at.',
    'We inspect houses for storm damage, and give you photos and a written report.',
  ],
  tornado: [
    'After the tornado: {street_address}',
    'After a tornado, what holds a roof to the house can be loose even where nothing seems to be missing.',
    'We secure, inspect and repair houses after tornadoes, and give you photos and a written report.',
  ],
  concrete: [
    'Concrete at {street_address}',
    'Cracked or sunken steps, walks and drives hold water, and frost makes the cracks wider each winter.',
    'We level, repair and pour concrete, and give you a written offer for the work that is needed.',
  ],
  commercial: [
    'The building at {street_address}',
    'A roof of a business is best looked at before it leaks, because repairs are planned more easily than closings.',
    'We maintain and repair commercial buildings, and agree on hours that suit yours.',
  ],
  generic: [
    'Your house at {street_address}',
    'We are working in your neighborhood, and would be glad to help with your house, too.',
    'We take care of roofs, gutters and the outside of houses, and give you a written offer for the work that is needed.',
  ],
  all_repairs: [
    'Repairs at {street_address}',
    'What weather does to a house is repaired more easily when it is found early.',
    'We repair roofs, gutters, siding and concrete, and give you one written offer for all of it.',
  ],
}

/** A plain letter for each service type, with which a new company begins. */
export function createStarterTemplates(): StarterTemplate[] {
  return propertyTypes.map((tag) => {
    const label = propertyTypeLabels[tag]
    const [heading, reason, offer] = letters[tag]
    const body = [
      toHeading(heading, 20, { after: 200, line: 252 }),
      toTextParagraph('Dear {salutation},'),
      toTextParagraph(reason),
      toTextParagraph(offer),
      toTextParagraph(
        '{#rep_phone}Call or text {rep_name} at {rep_phone}, and we find a time.{/rep_phone}{^rep_phone}Ask for {rep_name}, and we find a time.{/rep_phone}',
      ),
    ]
    return { filename: `${label} Letter.docx`, tag, content: createLetter(label, lineColor, body) }
  })
}
