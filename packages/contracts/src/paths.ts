/**
 * Every address of a screen, in the syntax of the web's router; `apps/web/src/app/router.tsx` maps them to files. Each
 * address is a separate constant in a file without imports, so that the bundler leaves out unused constants.
 */

// Public screens.
export const home = '/';
export const login = '/login';
export const register = '/register';
export const logout = '/logout';
export const forgotPassword = '/forgot-password';
export const forgotPasswordAlias = '/users/password/forgot';
export const resetPassword = '/users/password/edit';
export const plans = '/plans';
export const checkoutSuccess = '/checkout_success';
export const checkoutCanceled = '/checkout_canceled';
export const getTheApp = '/get_the_app';
export const about = '/about';
export const faq = '/faq';
export const contact = '/contact';
export const privacy = '/privacy';
export const terms = '/terms';
export const deletion = '/deletion';
export const deleteAccount = '/delete_account';
export const confirmDeleteAccount = '/confirm_delete_account';
export const acceptList = '/accept_list/:code';
export const rejectList = '/reject_list/:code';

// Screens for members.
export const discover = '/discover';
export const discoverTitle = '/discover/media/:mediaId';
export const myLists = '/my_lists';
export const myListsTitle = '/my_lists/media/:mediaId';
export const list = '/my_lists/:listId';
export const listTitle = '/my_lists/:listId/media/:mediaId';
export const sharedList = '/my_lists/share/:code';
export const rating = '/rating';
export const ratingTitle = '/rating/media/:mediaId';
export const search = '/search';
export const searchTitle = '/search/media/:mediaId';
export const settings = '/settings';
export const hidden = '/hidden';
export const hiddenTitle = '/hidden/media/:mediaId';
export const person = '/people/:personId';
export const personTitle = '/people/:personId/media/:mediaId';

// The specification does not name these screens.
export const confirmEmail = '/confirm_email';
export const restoreEmail = '/restore_email';
export const row = '/discover/rows/:rowId';
export const rowTitle = '/discover/rows/:rowId/media/:mediaId';
export const taste = '/rating/taste';
export const tastePoster = '/taste/poster';
export const tasteYear = '/taste/year/:year';
export const sharedPoster = '/taste/poster/:code';
export const welcomeRate = '/welcome/rate';
export const imports = '/settings/import';
export const tonight = '/tonight';
export const tonightTitle = '/tonight/media/:mediaId';
export const upNext = '/up_next';
export const upNextTitle = '/up_next/media/:mediaId';
export const calendar = '/calendar';
export const calendarTitle = '/calendar/media/:mediaId';
export const worth = '/worth';
export const news = '/news';
export const newsTitle = '/news/media/:mediaId';
export const together = '/together';
export const round = '/together/:code';
export const oneImport = '/settings/import/:importId';
