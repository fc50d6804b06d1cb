const signatures: [sign: Buffer, reason: string][] = [
  [
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'This is an old .doc file or is protected by a password: save it as .docx without a password and upload that.',
  ],
  [Buffer.from('%PDF'), 'This is a PDF: upload the Word document (.docx) that it was made from.'],
  [Buffer.from('{\\rtf'), 'This is an RTF file: save it as .docx in Word and upload that.'],
  [Buffer.from('MZ'), 'This is a program and not a Word document.'],
  [Buffer.from('\x7fELF', 'latin1'), 'This is a program and not a Word document.'],
  [Buffer.from('<'), 'This is a web page or XML file: save it as .docx in Word and upload that.'],
  [Buffer.from('\xef\xbb\xbf<', 'latin1'), 'This is a web page or XML file: save it as .docx in Word and upload that.'],
]

/** What a file is instead of a Word document, going by its first bytes; null when it may be one. */
export function explainWrongFormat(file: Buffer): string | null {
  for (const [signature, reason] of signatures) if (file.subarray(0, signature.length).equals(signature)) return reason
  return file.subarray(0, 2).toString('latin1') === 'PK' ? null : 'This is not a Word document (.docx).'
}
