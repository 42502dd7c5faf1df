export { TemplatesMenu } from './TemplatesMenu.tsx';
