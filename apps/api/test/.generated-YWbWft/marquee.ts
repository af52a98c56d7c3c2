export interface paths {
  '/users/sign_in': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in
     * @description Public.
     */
    post: operations['post_users_sign_in'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an account
     * @description Public.
     */
    post: operations['post_users'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/check_email_exists': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check whether an email address is taken
     * @description Public.
     */
    post: operations['post_api_v1_users_check_email_exists'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/check_display_name_exists': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check whether a display name is valid and free
     * @description Public.
     */
    post: operations['post_api_v1_users_check_display_name_exists'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/bot_check/challenge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The challenge of the bot check
     * @description Public.
     */
    get: operations['get_api_v1_bot_check_challenge'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/sign_out': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End the presented token, or every token of the user
     * @description Needs an access token (else 401).
     */
    post: operations['post_users_sign_out'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/confirm_email': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm an email address with the code of a mailed link
     * @description Public.
     */
    post: operations['post_api_v1_users_confirm_email'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/resend_confirmation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Mail the confirmation link again
     * @description Needs an access token (else 401).
     */
    post: operations['post_api_v1_users_resend_confirmation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/restore_email': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore the previous email address with the code of a mailed link
     * @description Public.
     */
    post: operations['post_api_v1_users_restore_email'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The signed-in user
     * @description Needs an access token (else 401).
     */
    get: operations['get_api_v1_user'];
    /**
     * Change account or settings
     * @description Needs an access token (else 401).
     */
    put: operations['put_api_v1_user'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Set the step of the sign-up wizard
     * @description Needs an access token (else 401).
     */
    patch: operations['patch_api_v1_user'];
    trace?: never;
  };
  '/api/v1/user/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everything stored about the caller, as a file
     * @description Needs an access token (else 401).
     */
    get: operations['get_api_v1_user_export'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request a password reset
     * @description Public.
     */
    post: operations['post_users_password'];
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Set a new password with a reset token
     * @description Public.
     */
    patch: operations['patch_users_password'];
    trace?: never;
  };
  '/api/v1/users/password_confirmation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm the password
     * @description Needs an access token (else 401).
     */
    post: operations['post_api_v1_users_password_confirmation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/destroy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Delete the account
     * @description Needs an access token (else 401).
     */
    post: operations['post_api_v1_users_destroy'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user/delete_account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request a deletion code by mail
     * @description Public.
     */
    post: operations['post_api_v1_user_delete_account'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user/confirm_delete_account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Delete the account with a mailed code
     * @description Public.
     */
    post: operations['post_api_v1_user_confirm_delete_account'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/referral_sources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save how the user heard of Marquee
     * @description Needs an access token (else 401).
     */
    post: operations['post_api_v1_referral_sources'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_preferences': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Saved filters, and the available sources of critical ratings
     * @description Needs an access token (else 401).
     */
    get: operations['get_api_v1_user_preferences'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_preferences/save': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save a filter
     * @description Needs an access token (else 401).
     */
    post: operations['post_api_v1_user_preferences_save'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feedback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send feedback
     * @description Needs an access token (else 401).
     */
    post: operations['post_api_v1_feedback'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/contact': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a contact message
     * @description Public.
     */
    post: operations['post_api_v1_contact'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/plans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Plans and trial length
     * @description Public.
     */
    get: operations['get_api_v1_plans'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/plans/change': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Choose or switch a plan
     * @description Needs an access token (else 401).
     */
    post: operations['post_api_v1_plans_change'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/plans/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel at the end of the period
     * @description Needs an access token (else 401).
     */
    post: operations['post_api_v1_plans_cancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/plans/sync': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read the subscription from the payment processor
     * @description Needs an access token (else 401).
     */
    post: operations['post_api_v1_plans_sync'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/plans/manage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open the billing portal
     * @description Needs an access token (else 401).
     */
    post: operations['post_api_v1_plans_manage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/plans/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The charges that choosing a plan causes
     * @description Needs an access token (else 401).
     */
    post: operations['post_api_v1_plans_preview'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/plans/invoices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Invoices, newest first
     * @description Needs an access token (else 401).
     */
    get: operations['get_api_v1_plans_invoices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/stripe': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stripe events
     * @description For machines: verified by signature (else 400).
     */
    post: operations['post_webhooks_stripe'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/apple': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * App Store notifications
     * @description For machines: verified by signature (else 400).
     */
    post: operations['post_webhooks_apple'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/google': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Google Play notifications
     * @description For machines: verified by signature (else 400).
     */
    post: operations['post_webhooks_google'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/media': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Recommendations, rows, search, person, list
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_api_v2_media'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/media': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Hidden, to rate, rating history
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_api_v1_media'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/media/to_rate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Titles the caller probably knows
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_api_v1_media_to_rate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/media/rating_history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Rated titles, newest first
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_api_v1_media_rating_history'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/media/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One title
     * @description Public.
     */
    get: operations['get_api_v1_media_id'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/people': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search people
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_api_v1_people'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/people/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One person
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_api_v1_people_id'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/media/{id}/user_medium_hiddens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hide
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    post: operations['post_api_v1_media_id_user_medium_hiddens'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/media/{id}/user_medium_hiddens/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Unhide
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    post: operations['post_api_v1_media_id_user_medium_hiddens_remove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/media/{id}/user_medium_ratings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The caller’s rating
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_api_v1_media_id_user_medium_ratings'];
    put?: never;
    /**
     * Rate
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    post: operations['post_api_v1_media_id_user_medium_ratings'];
    /**
     * Delete the rating
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    delete: operations['delete_api_v1_media_id_user_medium_ratings'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/media/{id}/user_medium_settings/0': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Stop suggesting to share this title
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    put: operations['put_api_v1_media_id_user_medium_settings_0'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/system_medium_tags': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Suggested tags
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_api_v1_system_medium_tags'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_interactions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Unanswered interactions, newest first
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_api_v1_user_interactions'];
    put?: never;
    /**
     * Store a followed provider link
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    post: operations['post_api_v1_user_interactions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_interactions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One interaction
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_api_v1_user_interactions_id'];
    /**
     * Answer an interaction
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    put: operations['put_api_v1_user_interactions_id'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_lists': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The caller’s lists
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_api_v1_user_lists'];
    put?: never;
    /**
     * Create a list
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    post: operations['post_api_v1_user_lists'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_lists/batch_update': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create, rename, delete; all or nothing
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    post: operations['post_api_v1_user_lists_batch_update'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_lists/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A list and a page of its titles
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_api_v1_user_lists_id'];
    /**
     * Rename, reorder, collaborate
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    put: operations['put_api_v1_user_lists_id'];
    post?: never;
    /**
     * Delete, leave or reject
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    delete: operations['delete_api_v1_user_lists_id'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_lists/{id}/share': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Share by address
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    post: operations['post_api_v1_user_lists_id_share'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_lists/{id}/shared_link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Join through a share link
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    post: operations['post_api_v1_user_lists_id_shared_link'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_lists/{id}/renew_link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the share link
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    post: operations['post_api_v1_user_lists_id_renew_link'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_lists/0/user_list_media/save_selection': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The lists that hold a title
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    post: operations['post_api_v1_user_lists_0_user_list_media_save_selection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_lists/0/user_list_media': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add to Watch Later or Haven’t Watched
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    post: operations['post_api_v1_user_lists_0_user_list_media'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_lists/{id}/user_list_media': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a title
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    post: operations['post_api_v1_user_lists_id_user_list_media'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_lists/{id}/user_list_media/0': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a title
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    delete: operations['delete_api_v1_user_lists_id_user_list_media_0'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invitations/{code}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Inviter, list and address of an open invitation
     * @description Public.
     */
    get: operations['get_api_v1_invitations_code'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/accept_list/{code}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Accept an invitation
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_accept_list_code'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reject_list/{code}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reject an invitation
     * @description Needs an access token (else 401) with trial or subscription (else 402).
     */
    get: operations['get_reject_list_code'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_medium_providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All providers, and the caller’s
     * @description Needs an access token (else 401).
     */
    get: operations['get_api_v1_user_medium_providers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_medium_providers/update_all': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Choose providers
     * @description Needs an access token (else 401).
     */
    post: operations['post_api_v1_user_medium_providers_update_all'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_medium_genres': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All genres, and the caller’s
     * @description Needs an access token (else 401).
     */
    get: operations['get_api_v1_user_medium_genres'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/user_medium_genres/update_all': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Choose genres
     * @description Needs an access token (else 401).
     */
    post: operations['post_api_v1_user_medium_genres_update_all'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/unsubscribe/{token}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Unsubscribe page
     * @description Public.
     */
    get: operations['get_unsubscribe_token'];
    put?: never;
    /**
     * Unsubscribe with one click (RFC 8058)
     * @description Public.
     */
    post: operations['post_unsubscribe_token'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/livez': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The process is alive
     * @description Public.
     */
    get: operations['get_livez'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/readyz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * PostgreSQL and the snapshot are ready
     * @description Public.
     */
    get: operations['get_readyz'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Prometheus metrics
     * @description For operators: loopback or METRICS_TOKEN.
     */
    get: operations['get_metrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    BotCheckChallenge: {
      /** @enum {string} */
      provider: 'altcha' | 'recaptcha' | 'off';
      site_key?: string;
    } & {
      [key: string]: unknown;
    };
    CancelPlanReply: {
      /** @constant */
      canceled: true;
      user: components['schemas']['User'];
    };
    ChangePlanReply: {
      redirect_url: string;
      user: components['schemas']['User'];
    };
    ErrorBody: {
      /** @enum {string} */
      error:
        | 'bad_request'
        | 'bad_signature'
        | 'unauthorized'
        | 'subscription_required'
        | 'forbidden'
        | 'not_found'
        | 'conflict'
        | 'too_large'
        | 'unsupported_media_type'
        | 'invalid'
        | 'not_permitted'
        | 'invalid_credentials'
        | 'account_disabled'
        | 'bot_check_failed'
        | 'email_not_found'
        | 'wrong_password'
        | 'invalid_code'
        | 'limit_reached'
        | 'too_many_requests'
        | 'internal_error'
        | 'unavailable';
      message: string;
      errors?: {
        [key: string]: string[];
      };
      request_id?: string;
    };
    GenresReply: {
      user_medium_genres: components['schemas']['UserMediumGenre'][];
    };
    GroupedMedia: {
      id: string;
      /** @enum {string} */
      kind: 'recent' | 'recommended' | 'staff' | 'genre';
      title: string;
      media: components['schemas']['MediumCard'][];
      pagination: components['schemas']['Pagination'];
    };
    InteractionReply: {
      user_interaction: components['schemas']['UserInteraction'];
    };
    InteractionsReply: {
      user_interactions: components['schemas']['UserInteraction'][];
    };
    Invitation: {
      email: string;
      inviter_name: string;
      list_name: string;
      has_account: boolean;
    };
    InvitationReply: {
      invitation: components['schemas']['Invitation'];
    };
    Invoice: {
      id: string;
      number: string | null;
      /** Format: date-time */
      created: string;
      amount_paid: number;
      currency: string;
      status: string;
      hosted_invoice_url: string | null;
    };
    InvoicesReply: {
      invoices: components['schemas']['Invoice'][];
      pagination: components['schemas']['Pagination'];
    };
    ListDetailReply: {
      user_list: components['schemas']['UserList'];
      pagination: components['schemas']['Pagination'];
    };
    ListReply: {
      user_list: components['schemas']['UserList'];
    };
    ListsReply: {
      user_lists: components['schemas']['UserList'][];
    };
    ManagePlanReply: {
      redirect_url: string;
    };
    MediaPageReply: {
      media: components['schemas']['MediumCard'][];
      pagination: components['schemas']['Pagination'];
    };
    MediaReply: {
      media: components['schemas']['MediumCard'][];
      grouped_media: components['schemas']['GroupedMedia'][];
      pagination: components['schemas']['Pagination'];
      person: components['schemas']['Person'] | null;
      people?: components['schemas']['Person'][];
    };
    MediaV1Reply: {
      media: components['schemas']['MediumCard'][];
      by_genre: {
        genre: string;
        media: components['schemas']['MediumCard'][];
      }[];
      pagination: components['schemas']['Pagination'];
    };
    Medium: {
      id: number;
      title: string;
      /** @enum {string} */
      type: 'movie' | 'series';
      poster_url: string;
      backdrop_url: string | null;
      video_url: string | null;
      overview: string | null;
      release_year: number | null;
      runtime_minutes: number | null;
      seasons: number | null;
      age_rating: string | null;
      genres: string[];
      directors: components['schemas']['PersonName'][];
      cast: components['schemas']['PersonName'][];
      no_providers: boolean;
      provider_medium: components['schemas']['ProviderMedium'][];
      hidden: boolean;
      likelyhood: number | null;
      rating: number | null;
      favorited: boolean;
      has_list: boolean;
      already_added: boolean | null;
      critical_rating: number | null;
      because: components['schemas']['Reason'][] | null;
    };
    MediumCard: {
      id: number;
      title: string;
      /** @enum {string} */
      type: 'movie' | 'series';
      poster_url: string;
      backdrop_url?: string | null;
      video_url?: string | null;
      overview?: string | null;
      release_year: number | null;
      runtime_minutes: number | null;
      seasons: number | null;
      age_rating: string | null;
      genres: string[];
      directors?: components['schemas']['PersonName'][];
      cast?: components['schemas']['PersonName'][];
      no_providers: boolean;
      provider_medium: components['schemas']['ProviderMedium'][];
      hidden: boolean;
      likelyhood: number | null;
      rating: number | null;
      favorited: boolean;
      has_list: boolean;
      already_added: boolean | null;
      critical_rating: number | null;
      because: components['schemas']['Reason'][] | null;
    };
    MediumProvider: {
      id: number;
      name: string;
      image: string;
      featured: boolean;
    };
    MediumReply: {
      medium: components['schemas']['Medium'];
    };
    MediumSettingReply: {
      user_medium_setting: {
        medium_id: number;
        not_suggest_sharing: boolean;
      };
    };
    Message: {
      message: string;
    };
    NotificationPreferences: {
      shared_list: boolean;
      added_medium_to_list: boolean;
      removed_medium_from_list: boolean;
      deleted_list: boolean;
      accepted_list: boolean;
      rate_movie_watched: boolean;
    };
    Pagination: {
      current_page: number;
      has_more: boolean;
      page_count: number;
      total_count: number;
    };
    PeopleReply: {
      people: components['schemas']['Person'][];
      pagination: components['schemas']['Pagination'];
    };
    Person: {
      id: number;
      full_name: string;
      image: string | null;
    };
    PersonName: {
      person_id: number;
      name: string;
    };
    PersonReply: {
      person: components['schemas']['Person'];
    };
    Plan: {
      id: number;
      name: string;
      description: string;
      plan_id: string;
      pricings: components['schemas']['Pricing'][];
    };
    PlanPreview: {
      amount_due: number;
      currency: string;
      next_amount: number | null;
      next_date: string | null;
    };
    PlansReply: {
      plans: components['schemas']['Plan'][];
      trial_days: number;
    };
    Pricing: {
      id: string;
      price_in_cents: number;
      is_recurring: boolean;
      is_free: boolean;
      interval: ('month' | 'year') | null;
    };
    ProviderMedium: {
      id: number;
      url: string;
      price: number;
      selected: boolean;
      medium_provider: components['schemas']['MediumProvider'];
      source: string;
      /** Format: date-time */
      checked_at: string;
    };
    ProvidersReply: {
      medium_providers: components['schemas']['MediumProvider'][];
      user_medium_provider_ids: number[];
    };
    RatingReply: {
      user_medium_rating: components['schemas']['UserMediumRating'];
    };
    Reason: {
      medium_id: number;
      title: string;
      /** @enum {string} */
      effect: 'raised' | 'lowered';
      shared: components['schemas']['SharedFact'] | null;
    };
    ReferralSourceReply: {
      referral_source: {
        /** @enum {number} */
        referral_source: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
        details: string | null;
      };
    };
    SaveSelectionReply: {
      user_lists: components['schemas']['UserList'][];
      share_user_lists: components['schemas']['UserList'][];
    };
    ShareItem: {
      id: number;
      email: string | null;
      display_name: string | null;
      share_allowed: boolean;
      /** @enum {string} */
      state: 'pending' | 'accepted';
    };
    SharedFact: {
      /** @enum {string} */
      kind: 'director' | 'cast' | 'franchise' | 'genre';
      name: string;
    };
    SystemMediumTag: {
      id: number;
      tag: string;
    };
    TagsReply: {
      system_medium_tags: components['schemas']['SystemMediumTag'][];
    };
    User: {
      id: number;
      access_token: string;
      signup_step: number;
      trial_or_subscribed: boolean;
      has_creation_trial: boolean;
      trial_ends_at: string | null;
      current_period_end: string | null;
      product_id: string | null;
      product_name: string | null;
      price_id: string | null;
      subscription_status: string | null;
      subscribed: boolean;
      subscription_canceled: boolean;
      subscription_processor: ('stripe' | 'apple' | 'google') | null;
      plan_read_only: boolean;
      pending_referral_source: boolean;
      first_name: string | null;
      last_name: string | null;
      email: string;
      email_verified: boolean;
      pending_email: string | null;
      phone_number: string | null;
      gender: ('male' | 'female') | null;
      birthdate: string | null;
      display_name: string;
      /** @enum {string} */
      critical_rating_source: 'metacritic' | 'none';
      add_tags_while_rating: boolean;
      unavailable_titles: boolean;
      preferences: components['schemas']['UserPreferences'];
      notification_preferences: components['schemas']['NotificationPreferences'];
      rating_count: number;
    };
    UserInteraction: {
      id: number;
      medium_id: number;
      provider_medium_id: number | null;
      answer: (0 | 1 | 2) | null;
      title: string;
      /** Format: date-time */
      created_at: string;
    };
    UserList: {
      id: number;
      name: string;
      staff_pick: boolean;
      can_manage: boolean;
      can_edit: boolean;
      is_owner: boolean;
      can_share: boolean;
      owner_name: string | null;
      count_media: number;
      has_medium: boolean | null;
      pending_accept: boolean;
      code: string | null;
      share_code: string | null;
      share_items: components['schemas']['ShareItem'][];
      /** @enum {string} */
      list_type: 'custom' | 'watch_later' | 'havent_watched' | 'staff';
      collaborate: boolean;
      sorted_medium_ids: string | null;
      media: components['schemas']['MediumCard'][];
    };
    UserListMedium: {
      id: number;
      user_list_id: number;
      medium_id: number;
      position: number;
    };
    UserListMediumReply: {
      user_list_medium: components['schemas']['UserListMedium'];
    };
    UserMediumGenre: {
      id: number;
      active: boolean;
      medium_genre: {
        title: string;
      };
    };
    UserMediumRating: {
      medium_id: number;
      rating: number | null;
      tags: string[];
      can_suggest_to_share: boolean;
    };
    UserPreferences: {
      /** @enum {string} */
      filter_all_streaming_services: 'true' | 'false';
      /** @enum {string} */
      filter_media_type: 'all' | 'movies' | 'series';
    };
    UserReply: {
      user: components['schemas']['User'];
    };
  };
  responses: {
    /** @description Any error */
    Error: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  post_users_sign_in: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user: {
            email: string;
            password: string;
          };
          recaptcha?: string | null;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_users: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user: {
            email: string;
            password: string;
            display_name: string & (unknown & unknown);
          };
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_users_check_email_exists: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          email: string;
          recaptcha?: string | null;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            email_exists: boolean;
          };
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_users_check_display_name_exists: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          display_name: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            valid: boolean;
            errors: string[];
          };
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_bot_check_challenge: {
    parameters: {
      query?: {
        action?: 'login' | 'signup_email';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BotCheckChallenge'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_users_sign_out: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          everywhere?: boolean;
        };
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_users_confirm_email: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          code: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_users_resend_confirmation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_users_restore_email: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          code: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_user: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  put_api_v1_user: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user: {
            gender?: (('male' | 'female') | '') | null;
            first_name?: string | null;
            last_name?: string | null;
            email?: string;
            phone_number?: string | number | null;
            birthdate?: ('' | string) | null;
            /** @enum {string} */
            critical_rating_source?: 'metacritic' | 'none';
            add_tags_while_rating?: boolean;
            unavailable_titles?: boolean;
            notification_preferences?: {
              shared_list?: boolean;
              added_medium_to_list?: boolean;
              removed_medium_from_list?: boolean;
              deleted_list?: boolean;
              accepted_list?: boolean;
              rate_movie_watched?: boolean;
            };
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  patch_api_v1_user: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user: {
            /** @enum {number} */
            signup_step: 4 | 5 | 9999;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_user_export: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_users_password: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user: {
            email: string;
          };
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  patch_users_password: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user: {
            reset_password_token: string;
            password: string;
            password_confirmation: string;
          };
        };
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_users_password_confirmation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user: {
            password: string;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            valid: true;
          };
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_users_destroy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_delete_account: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user: {
            email: string;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_confirm_delete_account: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user: {
            email: string;
          };
          code: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_referral_sources: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          referral_source: {
            referral_source: (1 | 2 | 3 | 4 | 5 | 6 | 7 | 8) | string;
            details?: string | null;
          };
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReferralSourceReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_user_preferences: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            user_preferences: components['schemas']['UserPreferences'];
            critical_rating_sources: ('metacritic' | 'none')[];
          };
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_preferences_save: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_preference:
            | {
                /** @constant */
                key: 'filter_all_streaming_services';
                /** @enum {string} */
                value: 'true' | 'false';
              }
            | {
                /** @constant */
                key: 'filter_media_type';
                /** @enum {string} */
                value: 'all' | 'movies' | 'series';
              };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            user_preferences: components['schemas']['UserPreferences'];
          };
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_feedback: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          feedback: {
            content: string;
          };
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_contact: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          contact: {
            subject: string;
            message: string;
            email: string;
          };
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_plans: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlansReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_plans_change: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          plan_id: string;
          price_id?: string;
          /** Format: uri */
          success_url?: string;
          /** Format: uri */
          cancel_url?: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangePlanReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_plans_cancel: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CancelPlanReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_plans_sync: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          session_id?: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_plans_manage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** Format: uri */
          return_url?: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ManagePlanReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_plans_preview: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          plan_id: string;
          price_id?: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlanPreview'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_plans_invoices: {
    parameters: {
      query?: {
        page?: string;
        per_page?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvoicesReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_webhooks_stripe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_webhooks_apple: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_webhooks_google: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v2_media: {
    parameters: {
      query?: {
        page?: string;
        per_page?: string;
        selection?:
          | 'recommended'
          | 'recent'
          | 'to_rate'
          | 'rating_history'
          | 'hidden'
          | 'search'
          | 'single_list'
          | 'person'
          | 'similar';
        grouped_genres?: 'true' | 'false';
        only_staff?: 'true' | 'false';
        all_streaming?: 'true' | 'false';
        media_type?: 'all' | 'movies' | 'series';
        query?: string;
        search_type?: 'media' | 'people';
        personId?: string;
        for_list?: string;
        id?: string;
        medium_id?: string;
        row?: string;
        view?: 'full' | 'card';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MediaReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_media: {
    parameters: {
      query?: {
        page?: string;
        per_page?: string;
        selection?: 'hidden' | 'to_rate' | 'rate' | 'rating_history' | 'history';
        grouped_genres?: 'true' | 'false';
        view?: 'full' | 'card';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MediaV1Reply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_media_to_rate: {
    parameters: {
      query?: {
        page?: string;
        per_page?: string;
        view?: 'full' | 'card';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MediaPageReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_media_rating_history: {
    parameters: {
      query?: {
        page?: string;
        per_page?: string;
        view?: 'full' | 'card';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MediaPageReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_media_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MediumReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_people: {
    parameters: {
      query?: {
        page?: string;
        per_page?: string;
        query?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PeopleReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_people_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_media_id_user_medium_hiddens: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MediumReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_media_id_user_medium_hiddens_remove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MediumReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_media_id_user_medium_ratings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RatingReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_media_id_user_medium_ratings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_medium_rating: {
            rating: number;
            tag_list?: string[];
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RatingReply'];
        };
      };
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RatingReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  delete_api_v1_media_id_user_medium_ratings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  put_api_v1_media_id_user_medium_settings_0: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_medium_setting: {
            not_suggest_sharing: boolean;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MediumSettingReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_system_medium_tags: {
    parameters: {
      query?: {
        query?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TagsReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_user_interactions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InteractionsReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_interactions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_interaction: {
            medium_id: number;
            provider_medium_id: number;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InteractionReply'];
        };
      };
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InteractionReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_user_interactions_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InteractionReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  put_api_v1_user_interactions_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_interaction: {
            provider_medium_id?: number | null;
            /** @enum {number} */
            answer: 0 | 1 | 2;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InteractionReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_user_lists: {
    parameters: {
      query?: {
        medium_id?: string;
        to_manage?: 'true' | 'false';
        shared_included?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListsReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_lists: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_lists_batch_update: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_lists: {
            id?: number;
            name?: string;
            _destroy?: boolean;
          }[];
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListsReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_user_lists_id: {
    parameters: {
      query?: {
        page?: string;
        per_page?: string;
        simple?: 'true' | 'false';
        all_streaming?: 'true' | 'false';
        media_type?: 'all' | 'movies' | 'series';
        view?: 'full' | 'card';
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListDetailReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  put_api_v1_user_lists_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_list: {
            name?: string;
            collaborate?: boolean;
            sorted_medium_ids?: number[] | string;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  delete_api_v1_user_lists_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_lists_id_share: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_list: {
            share_items: {
              id?: number;
              email: string;
              share_allowed?: boolean;
              _destroy?: boolean;
            }[];
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_lists_id_shared_link: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_lists_id_renew_link: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_lists_0_user_list_media_save_selection: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_list_medium: {
            medium_id: number;
            user_list_ids: number[];
          };
          will_prompt_to_share?: boolean;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SaveSelectionReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_lists_0_user_list_media: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_list_medium: {
            medium_id: number;
          };
          to_watch_later?: boolean;
          to_havent_watched?: boolean;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserListMediumReply'];
        };
      };
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserListMediumReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_lists_id_user_list_media: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_list_medium: {
            medium_id: number;
            user_list_id?: number;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserListMediumReply'];
        };
      };
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserListMediumReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  delete_api_v1_user_lists_id_user_list_media_0: {
    parameters: {
      query: {
        medium_id: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_invitations_code: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitationReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_accept_list_code: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_reject_list_code: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_user_medium_providers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProvidersReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_medium_providers_update_all: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          medium_providers_ids: number[];
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProvidersReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_api_v1_user_medium_genres: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GenresReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_api_v1_user_medium_genres_update_all: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          genres_ids: number[];
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GenresReply'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_unsubscribe_token: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  post_unsubscribe_token: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_livez: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_readyz: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Not ready */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
  get_metrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      '4XX': components['responses']['Error'];
      '5XX': components['responses']['Error'];
    };
  };
}
