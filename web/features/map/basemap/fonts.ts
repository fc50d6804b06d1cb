/**
 * The product's font for map labels. Without glyph files, MapLibre renders text with the page's fonts and takes the
 * weight from the first name in the stack, which does not have to exist.
 */
export const mapFonts = {
  medium: ['Figtree Medium', 'Figtree Variable'],
  semibold: ['Figtree Semibold', 'Figtree Variable'],
  bold: ['Figtree Bold', 'Figtree Variable'],
}
