export { CountrySelect, PracticeFields } from './fields/PracticeFields.tsx';
export { useFieldChecks, useLineText } from './fields/use-field-checks.ts';
export { type PhoneVerification, usePhoneVerification } from './phone/use-phone-verification.ts';
export { type PictureChoice, PictureField } from './picture/PictureField.tsx';
