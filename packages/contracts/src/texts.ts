/**
 * Texts that the screens show letter for letter in every client, without the sentences about fields in `MESSAGES`. Each
 * text is a separate constant in a file without imports, so that the bundler leaves out unused constants.
 */

// Frame and navigation.
export const discover = 'Discover';
export const myLists = 'My Lists';
export const rating = 'Rating';
export const search = 'Search';
export const settings = 'Settings';
export const signOut = 'Sign out';
export const login = 'Log in';
export const register = 'Sign up';
export const logout = 'Log out';

// Rows and filters.
export const recentReleases = 'Recent Releases';
export const recommendedForYou = 'Recommended for you';
/** The suffix of the name of a staff list. */
export const staffPicked = 'Staff Picked';
export const allStreamingServices = 'All streaming services';
export const allMedia = 'All Movies And Series';
export const movies = 'Movies';
export const series = 'Series';
export const loadMore = 'Load more';

// Tabs and types of search.
export const rate = 'Rate';
export const history = 'History';
export const options = 'Options';
export const feedback = 'Feedback';
export const movieOrShow = 'Movie / Show';
export const castAndCrew = 'Cast & Crew';

// Lists and titles.
export const watchLater = 'Watch Later';
export const haventWatched = "Haven't Watched";
export const shareList = 'Share List';
export const addOrEditLists = 'add or edit lists';
export const howMuchLiked = 'How much did you like this title?';
export const doNotShare = "I don't want to share";
export const maybeLater = 'Maybe later';
export const loadingPreview = 'loading preview...';
export const noPreview = 'no preview available';
export const logInForOffers = 'Log in or sign up to see streaming provider(s) information.';
export const offersSoon = 'Streaming information coming soon!...';
/** The short form of `offersSoon` for narrow lines. */
export const offersSoonShort = 'Streaming info... coming soon!';
export const noResults = 'No results.';
export const emptyList = 'No items present in this list';
export const nothingHidden = "You haven't hidden any items";

/** The end of a summary. N is the number of names that the summary leaves out. */
export const moreNames = '+N more';

// Forms.
export const next = 'Next';
export const save = 'Save';
export const add = 'Add';
export const submit = 'Submit';
export const passwordHint = '(at least 8 characters and 1 number)';
export const newFeedback = 'New feedback';

// Plans.
export const selectGenres = 'Select Genres';
export const exploreNow = 'Explore now';
export const manage = 'Manage';

// Results of a call.
export const emailSent = 'Email sent! Please check your email inbox.';
export const emailNotFound = 'Email not found';
export const resetRequested = 'Reset password requested successfully, please check your e-mail inbox.';
export const passwordReset = 'Password was reset successfully.';
export const wrongPassword = 'Wrong password';

// Messages for errors without a message of the server.
export const unknownPassword = 'Unknown error validating password';
export const unknownDestroy = 'Unknown error trying to delete your account';
export const unknownCancel = 'Unknown error trying to cancel subscription';
export const unknownResetRequest = 'Unknown error trying to request password reset';
export const unknownReset = 'Unknown error trying to reset password';
export const unknownProviders = 'Unknown error trying to update providers';
export const unknownGenres = 'Unknown error trying to update genres';
/** Shown in the account dialog. */
export const unknownAccount = 'Unknown error while trying to update user';
/** Shown when a single setting cannot be saved. */
export const unknownSetting = 'Unknown error trying to update user';
export const unknownFeedback = 'Unknown error trying to send feedback';
export const unknownContact = 'Unknown error trying to send contact message';
/** Shown for the referral source, the answer about an offer and the share suggestion. */
export const unknownResponse = 'Unknown error while trying to send your response.';
export const unknownEmailCheck = 'Unknown error trying to verify email existence';
export const unknownNameCheck = 'Unknown error trying to verify public name existence';
export const unknownSignUp = 'Unknown error trying to register user';
