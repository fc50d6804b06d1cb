/** What to do about a file that cannot be read. The reason is the same everywhere, but a form has other means than a command. */
export interface Remedies {
  /** Coordinates are not degrees. Without a full stop, because it ends the reason of one record. */
  toDegrees: string
  /** The file is Esri JSON. */
  toGeoJson: string
  /** A column of the mapping is not in the file. */
  otherColumn: string
  /** No columns have coordinates. */
  coordinates: string
}

/** For a person who imports a list in the browser. */
export const formRemedies: Remedies = {
  toDegrees: 'Convert the file to GeoJSON or CSV in WGS 84 degrees',
  toGeoJson: 'Convert the file to GeoJSON or CSV.',
  otherColumn: 'Choose another column in the form.',
  coordinates: 'In the form, choose the columns with the latitude and the longitude, or the one with the outline.',
}

/** For a person who uploads the parcels of a county, also as a shapefile in any usual projection. */
export const uploadRemedies: Remedies = {
  ...formRemedies,
  toDegrees: `${formRemedies.toDegrees}, or upload the county's zipped shapefile`,
  toGeoJson: "Convert the file to GeoJSON or CSV, or upload the county's zipped shapefile.",
}

/** For `npm run parcels:import`. */
export const commandRemedies: Remedies = {
  toDegrees: 'Convert the file to WGS 84 first: ogr2ogr -t_srs EPSG:4326 parcels.geojson THE_FILE',
  toGeoJson: 'Export the layer as GeoJSON: ogr2ogr parcels.geojson THE_FILE',
  otherColumn: 'Name another column in --map.',
  coordinates: 'Name their columns (in --map: lat=Y,lng=X, or geometry=COLUMN with WKT or GeoJSON in it).',
}
