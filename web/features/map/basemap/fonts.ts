/**
 * Words on the map in the product's own font. Without glyph files the map draws letters with the page's fonts, and
 * takes their weight from the first name of the stack; that name need not exist.
 */
export const mapFonts = {
  medium: ['Figtree Medium', 'Figtree Variable'],
  semibold: ['Figtree Semibold', 'Figtree Variable'],
  bold: ['Figtree Bold', 'Figtree Variable'],
}
