export { ChangeList } from './ChangeList.tsx';
export { EditOrderButton } from './EditOrderButton.tsx';
export { ProposalCard } from './ProposalCard.tsx';
