package org.gradle.internal.installation.beacon;

/**
 * Gradle takes the folder above the jar that holds this class for the place where it is installed.
 */
public class InstallationBeacon {}
