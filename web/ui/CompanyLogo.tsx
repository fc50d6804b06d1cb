import { classNames } from './classNames.ts'

/** The logo of a company beside its name, which is its text. White behind it, because most logos are made for white paper. */
export const CompanyLogo = ({ url, className }: { url: string; className?: string }) => (
  <img
    src={url}
    alt=""
    loading="lazy"
    decoding="async"
    className={classNames('shrink-0 rounded-badge bg-[#fff] object-contain', className)}
  />
)
