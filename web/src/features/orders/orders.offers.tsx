export { ChangeList } from './ChangeList.tsx';
export { ProposalCard } from './ProposalCard.tsx';
