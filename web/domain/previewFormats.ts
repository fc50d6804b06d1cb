import { CodeXml, FileText, type LucideIcon } from 'lucide-react'

/** The formats in which the letter to a lead is previewed. */
export const previewFormats: readonly { format: 'docx' | 'html'; name: string; icon: LucideIcon }[] = [
  { format: 'docx', name: 'DOCX', icon: FileText },
  { format: 'html', name: 'HTML', icon: CodeXml },
]
