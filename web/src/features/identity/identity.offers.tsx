export { LanguageSelect } from './login/LanguageSelect.tsx';
export { WrongRegion } from './page/WrongRegion.tsx';
export { PROVIDER_NAMES, ProviderLogo } from './social/ProviderLogo.tsx';
