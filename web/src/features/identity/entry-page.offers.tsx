export { EntryPage } from './page/EntryPage.tsx';
export { LinkButton, Outcome, Waiting } from './page/Outcome.tsx';
export { SendAgain } from './page/SendAgain.tsx';
export { OpenElsewhere } from './page/WrongRegion.tsx';
