import { DocumentRefused } from '../documentRefused.ts'
import { walkMarkup } from '../package/walkMarkup.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'

/** Elements that draw. Those that run programs, fetch files or hold other markup are not among them. */
const allowedElements = new Set(
  (
    'svg g defs symbol use title desc metadata style path rect circle ellipse line polyline polygon text tspan textPath ' +
    'image marker mask pattern clipPath linearGradient radialGradient stop filter switch view ' +
    'feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight ' +
    'feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset ' +
    'fePointLight feSpecularLighting feSpotLight feTile feTurbulence'
  ).split(' '),
)

const embeddedPicture = /^data:image\/(?:png|jpe?g|gif);base64,[a-z0-9+/=\s]*$/i

/**
 * Whether a part is an SVG picture without scripts, other markup and references to anything outside of itself. Elements of other
 * namespaces, in which drawing programs keep their settings, may be there unless browsers run them.
 */
export function isHarmlessSvg(name: string, content: Buffer): boolean {
  let isHarmless = true
  let hasRoot = false
  const check = (condition: boolean) => {
    isHarmless &&= condition
  }
  try {
    walkMarkup(
      name,
      content,
      {
        open({ local, uri, attributes }) {
          if (!hasRoot) check(local === 'svg' && uri === svgNamespace)
          hasRoot = true
          check(uri === svgNamespace ? allowedElements.has(local) : !/xhtml|svg|mathml/i.test(uri))
          for (const attribute of Object.values(attributes)) check(isHarmlessAttribute(attribute))
        },
        text: (text) => check(isHarmlessStyle(text)),
      },
      { allowComments: true },
    )
  } catch (error) {
    if (error instanceof DocumentRefused) return false
    throw error
  }
  return isHarmless
}

function isHarmlessAttribute({ local, uri, value }: { local: string; uri: string; value: string }): boolean {
  if (/^(?:href|src)$/i.test(local)) return /^\s*(?:#|$)/.test(value) || embeddedPicture.test(value.trim())
  if (local === 'base') return false
  return uri !== '' || (!/^on/i.test(local) && isHarmlessStyle(value))
}

/** Whether a style or a value refers to nothing but elements of the same picture. */
function isHarmlessStyle(text: string): boolean {
  return !/@import|expression\(|javascript:|\\/i.test(text) && !/url\((?!\s*['"]?#)/i.test(text)
}
