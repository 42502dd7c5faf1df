export { useShareDialog } from './use-share-dialog.tsx';
