export { CountrySelect } from './fields/CountrySelect.tsx';
export { countryName } from './fields/country-names.ts';
export { OptionalLabel } from './fields/OptionalLabel.tsx';
export { RoleSelect } from './fields/RoleSelect.tsx';
export { useFieldChecks, useLineText } from './fields/use-field-checks.ts';
export { PhoneField } from './phone/PhoneField.tsx';
export { type PhoneVerification, usePhoneVerification } from './phone/use-phone-verification.ts';
export { type PictureChoice, PictureField } from './picture/PictureField.tsx';
