import type { ImportList } from './importFields.ts'

/** A file of each list as an import expects it. Its columns are found by their names. */
const sampleFiles: Record<ImportList, string[]> = {
  properties: [
    'Address,City,State,ZIP code,Owner,Owner phone,Owner email,Tags,Visit result,Last visit',
    '1018 W 12th Demo St,Demo City,IN,46202,Sample Owner 0142,(555) 010-0142,owner.0142@sample.example,Storm Damage,Nobody home,2026-11-18',
    '1022 W 12th Demo St,Demo City,IN,46202,Sample Owner 0143,,,"Gutter Cleaning, Storm Damage",,',
  ],
  leads: [
    'Address,City,State,ZIP code,Owner,Contact phone,Lead type,Priority,Status,Created',
    '1018 W 12th Demo St,Demo City,IN,46202,Sample Owner 0142,(555) 010-0142,Storm Damage,high,new,2026-11-18',
    '1022 W 12th Demo St,Demo City,IN,46202,Sample Owner 0143,,Gutter Cleaning,normal,contacted,11/18/2026',
  ],
  users: ['Email,Full name,Role,Phone', 'sample.rep@users.example,Sample Rep,sales_rep,(555) 010-0144'],
  parcels: [
    'Parcel id,Address,City,State,ZIP code,Owner,Latitude,Longitude',
    '49-00-0142-018,1018 W 12th Demo St,Demo City,IN,46202,Sample Owner 0142,39.7811,-86.1735',
  ],
}

/** The sample file of a list as CSV. */
export const sampleFileOf = (list: ImportList): string => `${sampleFiles[list].join('\r\n')}\r\n`
