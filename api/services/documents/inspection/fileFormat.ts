const signatures: [sign: Buffer, reason: string][] = [
  [
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'This is an old .doc file or has a password: save it as .docx without a password and upload that file.',
  ],
  [Buffer.from('%PDF'), 'This is a PDF: upload the original Word document (.docx).'],
  [Buffer.from('{\\rtf'), 'This is an RTF file: save it as .docx in Word and upload that file.'],
  [Buffer.from('MZ'), 'This is a program, not a Word document.'],
  [Buffer.from('\x7fELF', 'latin1'), 'This is a program, not a Word document.'],
  [Buffer.from('<'), 'This is a web page or XML file: save it as .docx in Word and upload that file.'],
  [
    Buffer.from('\xef\xbb\xbf<', 'latin1'),
    'This is a web page or XML file: save it as .docx in Word and upload that file.',
  ],
]

/**
 * Identifies a file that is not a Word document by its first bytes, and returns a message for the user. Null if it may
 * be one.
 */
export function explainWrongFormat(file: Buffer): string | null {
  for (const [signature, reason] of signatures) if (file.subarray(0, signature.length).equals(signature)) return reason
  return file.subarray(0, 2).toString('latin1') === 'PK' ? null : 'This is not a Word document (.docx).'
}
