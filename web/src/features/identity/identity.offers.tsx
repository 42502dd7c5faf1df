export { LanguageSelect } from './login/LanguageSelect.tsx';
export { PROVIDER_NAMES, ProviderLogo } from './social/ProviderLogo.tsx';
