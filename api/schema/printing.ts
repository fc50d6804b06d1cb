import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { PropertyType } from '../domain/enums.ts'
import type { TemplateTag } from '../domain/templates/templateTags.ts'
import { nullable } from './common.ts'
import { PropertyTypeEnum, TemplateTagEnum } from './enums.ts'

@InputType({ description: 'Selects the leads to print. Set exactly one field.' })
export class PrintSelection {
  @Field(() => [ID], nullable('Leads with these ids.')) leadIds?: string[] | null
  @Field(() => PropertyTypeEnum, nullable('All visible leads with this tag.')) tag?: PropertyType | null
  @Field(() => TemplateTagEnum, {
    nullable: true,
    description:
      'All visible leads whose service type has the same name as this template tag. The six tags that are not service types match no leads.',
  })
  leadType?: TemplateTag | null
}

@ObjectType({ description: 'A check to show before printing.' })
export class PrintCheck {
  @Field(() => Int, { description: 'Number of selected leads.' }) total!: number
  @Field(() => Int, { description: 'Selected leads with an unconfirmed parcel; excluded from printing by default.' })
  unconfirmed!: number
  @Field(() => Int, {
    description: 'Selected leads at whose doors nobody may knock now; excluded from printing by default.',
  })
  doNotKnock!: number
  @Field(() => Int, { description: 'Selected leads whose property has no known owner.' }) withoutOwner!: number
  @Field(() => Int, { description: 'Selected leads whose owner has no known mailing address.' })
  withoutOwnerAddress!: number
  @Field(() => Int, {
    description:
      "Selected leads whose labels are addressed to 'Current Resident', because the font of labels lacks letters of the owner's name.",
  })
  unprintableNames!: number
  @Field(() => Int, { description: 'Selected leads with a printed letter. Labels and envelopes do not count.' })
  printed!: number
  @Field(
    () => Int,
    nullable('Selected leads whose tag is that of the template; null without a template or for one without a tag.'),
  )
  matchingTag!: number | null
  @Field(() => [String], { description: "Warnings to show, such as '12 of 300 have no owner address'." })
  sentences!: string[]
}

@ObjectType({ description: 'A rectangle on a page, in points from its top left corner.' })
export class PageBox {
  @Field(() => Float, { description: 'Distance from the left edge of the page.' }) x!: number
  @Field(() => Float, { description: 'Distance from the top edge of the page.' }) y!: number
  @Field(() => Float, { description: 'Width.' }) width!: number
  @Field(() => Float, { description: 'Height.' }) height!: number
}

@ObjectType({
  description: 'A sheet of labels, or an envelope, which has one place. Lengths are in points, 1/72 inch.',
})
export class LabelSheet {
  @Field(() => ID, { description: 'Value of `sheet` in `POST /api/templates/print-labels`.' }) id!: string
  @Field({ description: 'Display name.' }) name!: string
  @Field({ description: 'True for an envelope.' }) isEnvelope!: boolean
  @Field(() => Float, { description: 'Width of the page.' }) pageWidth!: number
  @Field(() => Float, { description: 'Height of the page.' }) pageHeight!: number
  @Field(() => Int, { description: 'Number of labels in a row.' }) columns!: number
  @Field(() => Int, { description: 'Number of rows of labels.' }) rows!: number
  @Field(() => PageBox, { description: 'The first label, or the address on an envelope.' }) first!: PageBox
  @Field(() => Float, { description: 'Distance from the left edge of a label to that of the next.' }) pitchX!: number
  @Field(() => Float, { description: 'Distance from the top edge of a label to that of the next row.' }) pitchY!: number
  @Field(() => PageBox, nullable('The address of the sender on an envelope; null for labels.'))
  returnAddress!: PageBox | null
}

@ObjectType({ description: 'What this server can print.' })
export class PrintConfiguration {
  @Field({ description: 'True if letters can be printed as PDF.' }) pdf!: boolean
  @Field(() => String, nullable('Why letters cannot be printed as PDF; null if they can.')) reason!: string | null
  @Field(() => [LabelSheet], { description: 'The sheets of labels and the envelopes.' }) labelSheets!: LabelSheet[]
}
