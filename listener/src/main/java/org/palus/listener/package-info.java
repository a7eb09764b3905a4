/** Names the running test for the recorder; see {@link org.palus.listener.RecordingListener}. */
package org.palus.listener;
