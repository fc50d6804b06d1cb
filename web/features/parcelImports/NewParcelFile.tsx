import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { CompanyParcelsDocument, StartParcelImportDocument } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { formatFileSize } from '../../lib/fileSizes.ts'
import { useBusy } from '../../lib/useBusy.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { Note } from '../../ui/Note.tsx'
import { useParcelUpload } from './useParcelUpload.ts'
import { UploadProgress } from './UploadProgress.tsx'

/** A larger file is not uploaded, because the server refuses it. */
const MAX_FILE_BYTES = 2 * 1024 ** 3

/** Chooses a county's file and uploads it. `nameOf` proposes the name of its data set. */
export function NewParcelFile({ nameOf }: { nameOf: (fileName: string) => string }) {
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const { busy: isStarting, run } = useBusy()
  const [start, { client }] = useMutation(StartParcelImportDocument)
  const upload = useParcelUpload()
  const begin = async (chosen: File) => {
    setRefusal(null)
    try {
      const input = { name: name.trim(), fileName: chosen.name, totalBytes: chosen.size }
      const { data } = await start({ variables: { input } })
      await upload.send(data!.startParcelImport, chosen)
      // The list has the import then, and `OpenParcelImport` shows it.
      await client.refetchQueries({ include: [CompanyParcelsDocument] })
    } catch (error) {
      setRefusal(errorMessage(error, 'Check the connection and try again.'))
    }
  }
  const isTooLarge = file !== null && file.size > MAX_FILE_BYTES
  return (
    <div className="space-y-4">
      {isTooLarge && (
        <Note hue="bad">
          This file is larger than 2 GB. Download the county in parts, such as by town, and import each.
        </Note>
      )}
      {(refusal ?? upload.refusal) && <Note hue="bad">{refusal ?? upload.refusal}</Note>}
      {isStarting ? (
        <UploadProgress sentBytes={upload.sentBytes ?? 0} totalBytes={file?.size ?? 1} />
      ) : (
        <ParcelFilePicker
          onChange={(chosen) => {
            setFile(chosen)
            setName(nameOf(chosen.name))
          }}
        />
      )}
      {file && !isTooLarge && !isStarting && (
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-60 flex-1">
            <TextField
              label="Name of the data set"
              hint={`${file.name}, ${formatFileSize(file.size)}. Importing under the same name again replaces it.`}
              value={name}
              maxLength={63}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          <Button variant="primary" disabled={name.trim() === ''} onClick={() => void run(() => begin(file))}>
            Upload File
          </Button>
        </div>
      )}
    </div>
  )
}

/** Chooses a county's file. */
export const ParcelFilePicker = ({ onChange }: { onChange: (file: File) => void }) => (
  <FilePicker
    title="Choose the county’s file, or drop it here"
    hint="GeoJSON, CSV or a zipped shapefile of at most 2 GB. GeoJSON and CSV need longitude and latitude."
    accept=".csv,.tsv,.txt,.geojson,.json,.geojsonl,.zip,text/csv,application/geo+json,application/zip"
    onChange={onChange}
  />
)
